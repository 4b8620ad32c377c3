import type { z } from 'zod';

/** Marks a field; it reads as null once its person is erased. */
type Personal<Field extends z.ZodType> = z.ZodNullable<Field>;

const marked = new WeakSet<z.ZodType>();

/**
 * Declares a field of an event personal: the log encrypts it under the key of the event's person.
 * It reads as null ("erased") after the destruction of the key, and for readers without decryption.
 */
export const personal = <Field extends z.ZodType>(field: Field): Personal<Field> => {
  const made = field.nullable();
  marked.add(made);
  return made;
};

/** Every field of a group, personal. */
export const allPersonal = <Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): { readonly [Name in keyof Shape]: Personal<Shape[Name]> } =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, personal(field)]),
  ) as never;

/** The same fields as they are read: null once the person is erased. */
export type Erasable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** Which fields of a category's events are personal, and whose they are. */
export type PersonalFields = {
  /** The field of each event that names its person. */
  readonly person: string;
  /** By type of event; a type without such fields is missing. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
};

/**
 * @throws {Error} a schema has personal fields, and no field was named that tells whose they are.
 */
export const personalFieldsOf = (
  category: string,
  schemas: Readonly<Record<string, z.ZodType>>,
  person: string | null,
): PersonalFields | null => {
  const fields = new Map(
    Object.entries(schemas)
      .map(([type, schema]) => [type, markedIn(schema)] as const)
      .filter(([, names]) => names.length > 0),
  );
  if (fields.size === 0) return null;
  if (person === null) throw new Error(`${category}: nothing says whose the personal fields are`);
  return { person, fields };
};

const markedIn = (schema: z.ZodType): readonly string[] =>
  Object.entries('shape' in schema ? (schema.shape as Record<string, z.ZodType>) : {})
    .filter(([, field]) => marked.has(field) || marked.has(inner(field)))
    .map(([name]) => name);

const inner = (field: z.ZodType): z.ZodType =>
  field.type === 'optional' ? (field as z.ZodOptional<z.ZodType>).unwrap() : field;
