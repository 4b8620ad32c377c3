import { ValidateBy } from 'class-validator';
import { type FieldRules, content, field, shape } from './fields.js';
import { ExactNumber } from './exact-json.js';
import { exactNumbers } from './request-shape.js';

type DecimalRules = FieldRules & {
  readonly decimals: number;
  /** Most digits before the point; default 15. */
  readonly digits?: number;
  /** Code and detail for a number that is negative, too large or too precise. */
  readonly code: string;
  readonly detail: string;
};

/**
 * A JSON number of 0 or more with exact digits. The class gets its plain decimal text
 * (`"0.0000001"`), for `centsFromDecimal` and similar functions.
 */
export const DecimalField = ({ decimals, digits = 15, code, detail, ...rules }: DecimalRules) => {
  const plain = new RegExp(`^\\d{1,${digits}}(\\.\\d{1,${decimals}})?$`);
  const isNumber = (value: unknown) => value instanceof ExactNumber;
  const isPlain = (value: unknown) => value instanceof ExactNumber && plain.test(value.text);
  const asField = field(
    rules,
    { type: 'number', minimum: 0 },
    ValidateBy({ name: 'isExact', validator: { validate: isNumber } }, shape('must be a number')),
    ValidateBy({ name: 'isPlain', validator: { validate: isPlain } }, content(code, detail)),
  );
  return (target: object, property: string): void => {
    exactNumbers(target).add(property);
    asField(target, property);
  };
};
