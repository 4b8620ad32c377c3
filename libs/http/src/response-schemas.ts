import { z } from 'zod';
import { deterministicId } from '#kernel/ids.js';

const UTC_MS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const UTC_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/;

/**
 * Building blocks for the schemas of responses. `about` is the description for the partner's
 * engineers.
 */
export const uuid = (about: string, example = deterministicId('example', about)) =>
  z.uuid().meta({ description: about, examples: [example] });

export const text = (about: string, ...examples: string[]) =>
  z.string().meta({ description: about, examples });

/** An object with exactly these fields, shared by its name in the OpenAPI document. */
export const object = <const Fields extends z.core.$ZodLooseShape>(
  id: string,
  about: string,
  fields: Fields,
) => z.strictObject(fields).meta({ id, description: about });

export const list = <Item extends z.ZodType>(about: string, item: Item) =>
  z.array(item).meta({ description: about });

type OrNull<Field extends z.ZodType> =
  Field extends z.ZodNullable<z.ZodType> ? Field : z.ZodNullable<Field>;

/** Makes the fields of a person nullable, because an erasure clears them. */
export const erasable = <Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): { readonly [Name in keyof Shape]: OrNull<Shape[Name]> } =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      field instanceof z.ZodNullable ? field : field.nullable(),
    ]),
  ) as never;

export const word = <const Words extends readonly [string, ...string[]]>(
  about: string,
  words: Words,
) => z.enum(words).meta({ description: about, examples: [words[0]] });

/** ISO 8601, UTC, milliseconds, `Z`. */
export const utcTime = (about: string, example = '2026-03-02T14:05:06.789Z') =>
  z
    .string()
    .regex(UTC_MS)
    .meta({ description: about, format: 'date-time', examples: [example] });

/** ISO 8601 with the offset spelled out, `+00:00`. */
export const offsetTime = (about: string, example = '2026-03-02T14:35:06.789+00:00') =>
  z
    .string()
    .regex(UTC_OFFSET)
    .meta({ description: about, format: 'date-time', examples: [example] });

export const usd = (about: string, example: number) =>
  z.number().meta({ description: about, examples: [example] });

/** Dollars as text with exactly two decimals. Negative amounts have a minus sign. */
export const usdText = (about: string, example: string) =>
  z
    .string()
    .regex(/^-?\d+\.\d{2}$/)
    .meta({ description: about, examples: [example] });

export const count = (about: string, example = 1) =>
  z
    .int()
    .nonnegative()
    .meta({ description: about, examples: [example] });

export const flag = (about: string, example = false) =>
  z.boolean().meta({ description: about, examples: [example] });

export const pageMetadata = z
  .strictObject({
    total: count('Number of all matching objects.', 1),
    limit: count('The largest number of objects in this response.', 100),
    offset: count('Number of skipped objects.', 0),
  })
  .meta({ id: 'PageMetadata', description: 'The position of this page in the whole list.' });
