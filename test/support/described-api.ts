import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { withTypedCodes } from './typed-codes.js';

/** Part of a schema that tests use, with resolved references. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
};

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema & { readonly examples?: readonly unknown[] };
};

type Example = { readonly status: number; readonly type: string; readonly body: unknown };

export type Operation = {
  readonly id: string;
  readonly method: string;
  /** Path with `{names}` of parameters. */
  readonly path: string;
  readonly credential: 'token' | 'apiKey' | null;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly pathNames: readonly string[];
  /** Schemas of JSON bodies by status, including errors. */
  readonly answers: ReadonlyMap<number, Schema>;
  /** Examples of responses. */
  readonly examples: readonly Example[];
  /** Schema of the request body; null without a body. */
  readonly body: { readonly schema: Schema; readonly example: unknown } | null;
};

type Json = Readonly<Record<string, unknown>>;

const document = withTypedCodes(
  JSON.parse(readFileSync(resolve('docs/reference/openapi.json'), 'utf8')) as object,
) as Json;

/** Returns the operations of the OpenAPI document. */
export const describedOperations = (): Operation[] =>
  Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, operation]) => toOperation(path, method, operation)),
  );

const toOperation = (path: string, method: string, operation: Json): Operation => {
  const parameters = (operation['parameters'] as Json[]).map((each) => followed(each) as Parameter);
  const content = (operation['requestBody'] as { content?: Record<string, Json> } | undefined)
    ?.content?.['application/json'];
  return {
    id: String(operation['operationId']),
    method: method.toUpperCase(),
    path,
    credential: (Object.keys((operation['security'] as object[])[0] ?? {})[0] ??
      null) as Operation['credential'],
    query: parameters.filter((each) => each.in === 'query'),
    headers: parameters.filter((each) => each.in === 'header'),
    examples: examplesOf(operation['responses'] as Record<string, Json>),
    answers: answersOf(operation['responses'] as Record<string, Json>),
    pathNames: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
    body:
      content === undefined
        ? null
        : { schema: followed(content['schema']) as Schema, example: content['example'] },
  };
};

const answersOf = (responses: Record<string, Json>): ReadonlyMap<number, Schema> =>
  new Map(
    Object.entries(responses).map(([status, response]) => {
      const { content = {} } = followed(response) as { content?: Record<string, Json> };
      const media = content['application/json'] ?? content['application/problem+json'];
      return [Number(status), media?.['schema'] as Schema];
    }),
  );

const examplesOf = (responses: Record<string, Json>): Example[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const { content = {} } = followed(response) as { content?: Record<string, Json> };
    return Object.entries(content).flatMap(([type, { example, examples = {} }]) =>
      [
        example,
        ...Object.values(examples as Record<string, { value: unknown }>).map(({ value }) => value),
      ]
        .filter((body) => body !== undefined)
        .map((body) => ({ status: Number(status), type, body })),
    );
  });

/** Returns the value with all references resolved. */
const followed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(followed);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if ($ref !== undefined) return followed(at($ref));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, followed(each)]));
};

const at = (ref: string): unknown =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce((value: unknown, key) => (value as Json)[key], document);
