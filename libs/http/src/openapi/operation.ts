import { ownValue } from '#kernel/own-value.js';
import { type DeclaredEndpoint, declaredEndpoint, nothing } from '../endpoint.js';
import { exampleOf } from './example.js';
import { type JsonSchema, type JsonSchemas, toJsonSchema } from './json-schema.js';
import { type Needs, type ErrorResponses, errorsOf } from './common-errors.js';
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

/** Completes a scanned route with the declaration of its `Endpoint`. */
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
  const refusals = errorsOf(endpoint, needs);
  const codes = refusals.flatMap((each) => each.refusals.map(({ code }) => code));
  return {
    operationId,
    tags,
    summary,
    description: `${description}\n\n${listed(codes)}`.trim(),
    'x-codes': codes,
    security: securityOf(endpoint),
    ...rolesOf(endpoint),
    parameters: [
      ...parameters
        .filter((each) => each.in !== 'header')
        .map((each) => describeParameter(each, endpoint)),
      ...(endpoint.idempotencyKey === true ? [parameter('Idempotency-Key')] : []),
      ...(endpoint.entityTag === true ? [parameter('If-None-Match')] : []),
      parameter('X-Request-Id'),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: responsesOf(endpoint, refusals, schemas),
  };
};

/** Readers of generated clients see only this text. */
const listed = (codes: readonly string[]): string =>
  codes.length === 0 ? '' : `Error codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`;

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const describeParameter = (given: Parameter, { params = {} }: DeclaredEndpoint): object => {
  if (given.in !== 'path') return queryParameter(given);
  const described = ownValue(params, given.name) ?? `The ${given.name.replace(/(?<=.)Id$/, '')}.`;
  if (typeof described !== 'string') {
    const { about: description, example } = described;
    return { ...given, description, schema: { type: 'string', examples: [example] } };
  }
  const schema = {
    type: 'string',
    format: 'uuid',
    examples: ['0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90'],
  };
  return { ...given, description: described, schema };
};

/** The scanner puts the examples of a query's class beside the schema, where they are not valid. */
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

/** Roles for which the console shows the page. */
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

const json = (
  schema: JsonSchema,
  schemas: JsonSchemas,
  about: object,
  mediaType = 'application/json',
): object => ({
  ...about,
  content: { [mediaType]: { schema, example: exampleOf(schema, schemas) } },
});

const responsesOf = (
  endpoint: DeclaredEndpoint,
  refused: readonly ErrorResponses[],
  schemas: JsonSchemas,
): object => {
  const { answers, alsoAs = {}, idempotencyKey, entityTag } = endpoint;
  const replayed = idempotencyKey === true ? ['Idempotent-Replayed'] : [];
  const tagged = entityTag === true ? ['ETag'] : [];
  const headers = Object.fromEntries(
    ['X-Request-Id', ...replayed, ...tagged].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
  const successes = Object.entries(answers).map(([status, [schema, description]]) => {
    if (schema === nothing) return [status, { description, headers }];
    const about = { description, headers };
    const answer = json(toJsonSchema(schema), schemas, about, endpoint.answersAs) as {
      content: object;
    };
    const others = Object.entries(status === '200' ? alsoAs : {}).map(([type, each]) => [
      type,
      { schema: toJsonSchema(each) },
    ]);
    const content = { ...answer.content, ...(Object.fromEntries(others) as object) };
    return [status, { ...answer, content }];
  });
  const refusals = refused.map((each): [string, object] => [
    String(each.status),
    problemReference(each),
  ]);
  const same = { description: 'The content has the tag of `If-None-Match`.', headers };
  const unchanged = entityTag === true ? [['304', same]] : [];
  return Object.fromEntries([...successes, ...unchanged, ...refusals]) as object;
};
