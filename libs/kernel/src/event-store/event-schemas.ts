import { ownValue } from '../own-value.js';
import { z } from 'zod';
import { billionths, cents } from '../money.js';
import { type PersonalFields, personalFieldsOf } from './personal.js';

/** Amount, stored as decimal text of whole cents. */
export const centsField = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => cents(text));

/** Quantity, stored as decimal text of whole billionths. */
export const billionthsField = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => billionths(text));

type Schemas = Readonly<Record<string, z.ZodType>>;

/** Union of the events that a table of schemas defines. */
export type EventOf<S extends Schemas> = {
  [Type in keyof S & string]: { readonly type: Type; readonly data: Readonly<z.output<S[Type]>> };
}[keyof S & string] & { readonly data: object };

/** Parser of a `Stream`, with its schemas for documentation and checks. */
export type EventParser<S extends Schemas> = {
  /** @throws {Error} the type is unknown or the data does not match its schema. */
  (type: string, data: unknown): EventOf<S>;
  readonly schemas: S;
  /** Null for a category without personal fields. */
  readonly personal: PersonalFields | null;
};

/** Returns the parser of a category. `person`: field with the id of the person of an event. */
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
