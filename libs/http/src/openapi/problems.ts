import type { KnownRefusal } from '../endpoint.js';
import { problemDocument } from '../problem.js';
import { type ErrorResponses, sharedRefusals } from './common-errors.js';
import type { JsonSchema } from './json-schema.js';
import type { FieldError } from './request-codes.js';

const TEXT = { type: 'string' } as const;

/** RFC 9457. Programs may rely on `code` only. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'Why a request was rejected (RFC 9457). Programs must rely on `code` only.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  additionalProperties: false,
  properties: {
    type: {
      ...TEXT,
      format: 'uri-reference',
      description: 'Path of the page that explains the code.',
    },
    title: { ...TEXT, description: 'The code in words.' },
    status: { type: 'integer', description: 'The HTTP status, repeated.' },
    code: { ...TEXT, description: 'Stable code for programs.' },
    detail: { ...TEXT, description: 'Explanation for people. May change.' },
    errors: {
      type: 'array',
      description: 'Every error of the request (400 and 422).',
      items: { $ref: '#/components/schemas/Fault' },
    },
    requestId: {
      ...TEXT,
      description: 'The `X-Request-Id` of this response. Quote it when you contact us.',
    },
  },
};

export const fieldErrorSchema: JsonSchema = {
  type: 'object',
  description: 'One error of a request.',
  required: ['code', 'detail'],
  additionalProperties: false,
  properties: {
    pointer: {
      ...TEXT,
      description:
        'JSON Pointer to the field in the body, `""` for the body as a whole, `/name` for a query parameter. Absent for a header.',
    },
    code: { ...TEXT, description: 'Stable code for programs.' },
    detail: { ...TEXT, description: 'The allowed values.' },
  },
};

/**
 * A response with a problem document. The codes are beside the schema, in `x-codes` and
 * `x-error-codes`, because code generators make one exception class per schema.
 */
const problemResponse = ({
  status,
  refusals,
  errorCodes,
  fieldErrors,
}: ErrorResponses): object => ({
  description: refusals.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n'),
  headers: headersOf(status),
  'x-codes': refusals.map(({ code }) => code),
  ...(errorCodes.length === 0 ? {} : { 'x-error-codes': errorCodes }),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        refusals.map((each) => [
          each.code,
          { summary: each.code, value: example(each, errorCodes, fieldErrors) },
        ]),
      ),
    },
  },
});

/** Returns the shared responses for the document's components. */
export const sharedProblems = (): object =>
  Object.fromEntries(
    Object.entries(sharedRefusals).map(([name, each]) => [name, problemResponse(each)]),
  );

/** Returns the response, or a reference if it is shared. */
export const problemReference = (refusals: ErrorResponses): object => {
  const text = JSON.stringify(problemResponse(refusals));
  const shared = Object.entries(sharedProblems()).find(([, each]) => JSON.stringify(each) === text);
  return shared === undefined
    ? problemResponse(refusals)
    : { $ref: `#/components/responses/${shared[0]}` };
};

/**
 * Builds an example like the API's own response: one field error determines code and detail of the
 * problem.
 */
const example = (
  { status, code, meaning, pointer }: KnownRefusal,
  errorCodes: readonly string[],
  fieldErrors: readonly FieldError[],
) => {
  if (errorCodes.length === 0)
    return problemDocument({ status, code, detail: meaning }, REQUEST_ID);
  const known = fieldErrors.filter((each) => errorCodes.includes(each.code));
  const own = known.filter((each) => each.code === code || !errorCodes.includes(code));
  const first =
    own[0] ??
    (status === 400
      ? UNKNOWN_PARAMETER
      : { ...(pointer === undefined ? {} : { pointer }), code, detail: meaning });
  if (errorCodes.includes(code))
    return problemDocument({ status, code, detail: first.detail, errors: [first] }, REQUEST_ID);
  const second = own.find(({ pointer }) => pointer !== first.pointer);
  const errors = second === undefined ? [first] : [first, second];
  return problemDocument({ status, code, detail: meaning, errors }, REQUEST_ID);
};

const UNKNOWN_PARAMETER: FieldError = {
  pointer: '/unknown',
  code: 'parameter_unknown',
  detail: 'is not a query parameter of this endpoint',
};

const REQUEST_ID = '0f9619ff-8b86-4011-b42d-00c04fc964ff';

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const headersOf = (status: number) => ({
  'X-Request-Id': header('X-Request-Id'),
  ...(status === 401 ? { 'WWW-Authenticate': header('WWW-Authenticate') } : {}),
  ...(status === 429 || status === 503 ? { 'Retry-After': header('Retry-After') } : {}),
  ...(status === 429
    ? { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') }
    : {}),
});
