import { z } from 'zod';
import { billionths, cents } from '../core/money.js';

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

/** The parser of a `Stream`: unknown types and data that do not fit are thrown. */
export const parserOf =
  <S extends Schemas>(category: string, schemas: S) =>
  (type: string, data: unknown): EventOf<S> => {
    const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    if (schema === undefined) throw new Error(`Unknown ${category} event ${type}`);
    return { type, data: schema.parse(data) } as EventOf<S>;
  };
