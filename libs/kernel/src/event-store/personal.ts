import type { z } from 'zod';

/** A personal field. Null after the erasure of the person. */
type Personal<Field extends z.ZodType> = z.ZodNullable<Field>;

const marked = new WeakSet<z.ZodType>();

/**
 * Declares a field of an event personal. The log encrypts it with the key of the event's person.
 * Readers get null after the destruction of the key, and without decryption.
 */
export const personal = <Field extends z.ZodType>(field: Field): Personal<Field> => {
  const made = field.nullable();
  marked.add(made);
  return made;
};

/** Declares every field of a group personal. */
export const allPersonal = <Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): { readonly [Name in keyof Shape]: Personal<Shape[Name]> } =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, personal(field)]),
  ) as never;

/** Fields as readers get them: null after the erasure of the person. */
export type Erasable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** Personal fields of a category's events. */
export type PersonalFields = {
  /** Field of each event with the id of its person. */
  readonly person: string;
  /** Personal fields by event type. A type without personal fields is missing. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
};

/**
 * Returns the personal fields of the schemas, null without any.
 * @throws {Error} a schema has personal fields, but `person` is null.
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
  if (person === null) throw new Error(`${category}: name the field with the id of the person`);
  return { person, fields };
};

const markedIn = (schema: z.ZodType): readonly string[] =>
  Object.entries('shape' in schema ? (schema.shape as Record<string, z.ZodType>) : {})
    .filter(([, field]) => marked.has(field) || marked.has(inner(field)))
    .map(([name]) => name);

const inner = (field: z.ZodType): z.ZodType =>
  field.type === 'optional' ? (field as z.ZodOptional<z.ZodType>).unwrap() : field;
