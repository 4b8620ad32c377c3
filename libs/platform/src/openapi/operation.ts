import { ownValue } from '../core/own-value.js';
import { type DeclaredEndpoint, declaredEndpoint, nothing } from '../http/endpoint.js';
import { exampleOf } from './example.js';
import { type JsonSchema, type JsonSchemas, toJsonSchema } from './json-schema.js';
import { type Needs, refusalsOf } from './house-refusals.js';
import { problemReference } from './problems.js';
import { requestCodes } from './request-codes.js';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonSchema;
  readonly examples?: unknown;
};

export type Operation = {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
};

/** Completes what was scanned from a route by what its `Endpoint` declares. */
export const describeOperation = (
  route: string,
  { operationId, tags, summary, description, parameters = [], requestBody }: Operation,
  schemas: JsonSchemas,
): object => {
  const endpoint = declaredEndpoint(operationId);
  if (endpoint === undefined) throw new Error(`${route} needs an @Endpoint`);
  const body = bodyOf(endpoint, requestBody, schemas);
  const needs: Needs = {
    credential: endpoint.credential ?? 'token',
    body: body !== null,
    read: route.startsWith('GET '),
    codes: requestCodes(endpoint.parameterTypes),
  };
  return {
    operationId,
    tags,
    summary,
    description,
    security: securityOf(endpoint),
    ...rolesOf(endpoint),
    parameters: [
      ...parameters.filter((each) => each.in !== 'header').map((each) => told(each, endpoint)),
      ...(endpoint.idempotencyKey === true ? [parameter('Idempotency-Key')] : []),
      parameter('X-Request-Id'),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(endpoint, needs, schemas),
  };
};

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const told = (given: Parameter, { params = {} }: DeclaredEndpoint): object => {
  if (given.in !== 'path') return queryParameter(given);
  const schema = {
    type: 'string',
    format: 'uuid',
    examples: ['0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90'],
  };
  return { ...given, description: ownValue(params, given.name) ?? 'The id.', schema };
};

/** The scanner leaves the examples of a query's class beside the schema, where they are no map. */
const queryParameter = ({ examples, schema, ...rest }: Parameter): object => ({
  ...rest,
  schema: Array.isArray(examples) ? { ...schema, examples } : schema,
});

const securityOf = ({ credential = 'token' }: DeclaredEndpoint): object[] => {
  switch (credential) {
    case 'none':
    case 'signature':
    case 'entrance':
      return [];
    case 'token':
    case 'apiKey':
      return [{ [credential]: [] }];
    case 'session':
    case 'operator':
    case 'finance':
      return [{ session: [] }];
  }
};

/** For whom a page of the console need not show what would be refused. */
const rolesOf = ({ credential }: DeclaredEndpoint): object => {
  if (credential === 'session') return { 'x-roles': ['operator', 'finance'] };
  return credential === 'operator' || credential === 'finance' ? { 'x-roles': [credential] } : {};
};

const bodyOf = (
  { body }: DeclaredEndpoint,
  scanned: object | undefined,
  schemas: JsonSchemas,
): object | null => {
  if (body !== undefined) return json(toJsonSchema(body), schemas, { required: true });
  if (scanned === undefined) return null;
  const { content } = scanned as { content: Record<string, { schema: JsonSchema }> };
  return json(content['application/json']?.schema ?? {}, schemas, { required: true });
};

const json = (schema: JsonSchema, schemas: JsonSchemas, about: object): object => ({
  ...about,
  content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
});

const responsesOf = (endpoint: DeclaredEndpoint, needs: Needs, schemas: JsonSchemas): object => {
  const { answers, alsoAs = {}, idempotencyKey } = endpoint;
  const replayed = idempotencyKey === true ? ['Idempotent-Replayed'] : [];
  const headers = Object.fromEntries(
    ['X-Request-Id', ...replayed].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  const successes = Object.entries(answers).map(([status, [schema, description]]) => {
    if (schema === nothing) return [status, { description, headers }];
    const answer = json(toJsonSchema(schema), schemas, { description, headers }) as {
      content: object;
    };
    const others = Object.entries(status === '200' ? alsoAs : {}).map(([type, each]) => [
      type,
      { schema: toJsonSchema(each) },
    ]);
    const content = { ...answer.content, ...(Object.fromEntries(others) as object) };
    return [status, { ...answer, content }];
  });
  const refusals = refusalsOf(endpoint, needs).map((each): [string, object] => [
    String(each.status),
    problemReference(each),
  ]);
  return Object.fromEntries([...successes, ...refusals]) as object;
};
