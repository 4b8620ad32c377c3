import type { KnownRefusal } from '../http/endpoint.js';
import { problemDocument } from '../http/problem.js';
import { type Refusals, sharedRefusals } from './house-refusals.js';
import type { JsonSchema } from './json-schema.js';

const TEXT = { type: 'string' } as const;

/** RFC 9457. `code` is the part that programs may rely on. */
export const problemSchema: JsonSchema = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457). Programs rely on `code` and on nothing else.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  additionalProperties: false,
  properties: {
    type: { ...TEXT, format: 'uri', description: 'Names the kind of problem; ends in the code.' },
    title: { ...TEXT, description: 'The code in words.' },
    status: { type: 'integer', description: 'The HTTP status, once more.' },
    code: { ...TEXT, description: 'Stable word for programs.' },
    detail: { ...TEXT, description: 'What was wrong, for people. May change.' },
    errors: {
      type: 'array',
      description: 'Every fault of the request (400 and 422).',
      items: { $ref: '#/components/schemas/Fault' },
    },
    requestId: { ...TEXT, description: 'The `X-Request-Id` of this answer: quote it to us.' },
  },
};

export const faultSchema: JsonSchema = {
  type: 'object',
  description: 'One fault of a request.',
  required: ['code', 'detail'],
  additionalProperties: false,
  properties: {
    pointer: {
      ...TEXT,
      description:
        'JSON Pointer to the field in the body, `""` for the body as a whole, `/name` for a query parameter. Absent for a header.',
    },
    code: { ...TEXT, description: 'Stable word for programs.' },
    detail: { ...TEXT, description: 'What is allowed.' },
  },
};

/** One response: a problem document whose code is one of these. */
const problemResponse = ({ status, refusals, faultCodes }: Refusals): object => ({
  description: refusals.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n'),
  headers: headersOf(status),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          narrowed(
            refusals.map(({ code }) => code),
            status,
            faultCodes,
          ),
        ],
      },
      examples: Object.fromEntries(
        refusals.map((each) => [
          each.code,
          { summary: each.code, value: example(each, faultCodes) },
        ]),
      ),
    },
  },
});

/** The responses that many endpoints share, for the document's components. */
export const sharedProblems = (): object =>
  Object.fromEntries(
    Object.entries(sharedRefusals).map(([name, each]) => [name, problemResponse(each)]),
  );

/** The response itself, or a reference when it is one of the shared ones. */
export const problemReference = (refusals: Refusals): object => {
  const text = JSON.stringify(problemResponse(refusals));
  const shared = Object.entries(sharedProblems()).find(([, each]) => JSON.stringify(each) === text);
  return shared === undefined
    ? problemResponse(refusals)
    : { $ref: `#/components/responses/${shared[0]}` };
};

const narrowed = (codes: string[], status: number, faultCodes: readonly string[]): JsonSchema => {
  const problem = { status: { const: status }, code: { enum: codes } };
  if (faultCodes.length === 0)
    return { type: 'object', required: ['status', 'code'], properties: problem };
  const properties = { code: { enum: [...faultCodes] } };
  const fault: JsonSchema = {
    allOf: [
      { $ref: '#/components/schemas/Fault' },
      { type: 'object', required: ['code'], properties },
    ],
  };
  return {
    type: 'object',
    required: ['status', 'code', 'errors'],
    properties: { ...problem, errors: { type: 'array', minItems: 1, items: fault } },
  };
};

const example = ({ status, code, meaning }: KnownRefusal, faultCodes: readonly string[]) => {
  const own = faultCodes.includes(code) ? code : faultCodes[0];
  const errors =
    own === undefined ? {} : { errors: [{ pointer: '/field', code: own, detail: meaning }] };
  return problemDocument({ status, code, detail: meaning, ...errors }, REQUEST_ID);
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
