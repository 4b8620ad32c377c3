import { z } from 'zod';

/** The subset of JSON Schema (2020-12) that the documents use. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: JsonSchemas;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
};
export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

const REF = '#/components/schemas/';

/** Converts a schema. Schemas with an id become references. */
export const toJsonSchema = (schema: z.ZodType): JsonSchema => {
  const id = z.globalRegistry.get(schema)?.id;
  if (id !== undefined) return { $ref: `${REF}${id}` };
  const { $defs: _, ...inline } = z.toJSONSchema(schema, OPTIONS) as JsonSchema & {
    readonly $defs?: unknown;
  };
  return tidy(inline) as JsonSchema;
};

export const namedSchemas = (): JsonSchemas => {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...OPTIONS,
    uri: (id) => `${REF}${id}`,
  });
  return tidy(schemas) as JsonSchemas;
};

const OPTIONS = { target: 'draft-2020-12', io: 'output' } as const;

const NOISE = new Set(['$schema', '$id', 'id']);

/**
 * Removes keywords without meaning for readers: dialect marks, and bounds that only mean "safe
 * integer".
 */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, each]) =>
      !(NOISE.has(key) && typeof each === 'string') &&
      !isSafeIntegerBound(key, each) &&
      !(key === 'pattern' && isKnownFormat(value)),
  );
  return nullable(
    Object.fromEntries(
      kept.map(([key, each]) => [key, key === '$ref' ? refOf(String(each)) : tidy(each)]),
    ),
  );
};

/** Merges "this or null" into one schema if possible. */
const nullable = (schema: JsonSchema): JsonSchema => {
  const { anyOf, ...rest } = schema;
  const [first, second, third] = anyOf ?? [];
  return typeof first?.type === 'string' &&
    first.enum === undefined &&
    second?.type === 'null' &&
    third === undefined
    ? { ...first, ...rest, type: [first.type, 'null'] }
    : schema;
};

const isSafeIntegerBound = (key: string, value: unknown): boolean =>
  (key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;

/** Formats whose pattern adds nothing. */
const isKnownFormat = (schema: object): boolean =>
  'format' in schema && ['uuid', 'email', 'uri', 'date'].includes(String(schema.format));

/** Within one schema, zod writes `#/$defs/Name` for a named schema. */
const refOf = (ref: string): string => ref.replace(/^#\/\$defs\//, REF);
