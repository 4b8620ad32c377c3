import { ownValue } from '../own-value.js';
import { z } from 'zod';
import { billionths, cents } from '../money.js';
import { type PersonalFields, personalFieldsOf } from './personal.js';

/** Amounts are kept as decimal text of whole cents. */
export const centsField = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => cents(text));

/** Quantities are kept as decimal text of whole billionths. */
export const billionthsField = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => billionths(text));

type Schemas = Readonly<Record<string, z.ZodType>>;

/** The closed union that a table of event schemas stands for. */
export type EventOf<S extends Schemas> = {
  [Type in keyof S & string]: { readonly type: Type; readonly data: Readonly<z.output<S[Type]>> };
}[keyof S & string] & { readonly data: object };

/** The parser of a `Stream`, with its table for those who describe or check events. */
export type EventParser<S extends Schemas> = {
  /** @throws Error when the type is unknown or the data does not fit. */
  (type: string, data: unknown): EventOf<S>;
  readonly schemas: S;
  /** Null where no event of the category has any. */
  readonly personal: PersonalFields | null;
};

/** `person` is the field that names whose the personal fields are. */
export const parserOf = <S extends Schemas>(
  category: string,
  schemas: S,
  person: string | null = null,
): EventParser<S> => {
  const parse = (type: string, data: unknown): EventOf<S> => {
    const schema = ownValue(schemas, type);
    if (schema === undefined) throw new Error(`Unknown ${category} event ${type}`);
    return { type, data: schema.parse(data) } as EventOf<S>;
  };
  return Object.assign(parse, { schemas, personal: personalFieldsOf(category, schemas, person) });
};
