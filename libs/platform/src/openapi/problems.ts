import type { DeclaredEndpoint, KnownRefusal } from '../http/endpoint.js';
import { refusal } from '../http/endpoint.js';
import { problemDocument } from '../http/problem.js';
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

const VALIDATION_FAILED = 'The request does not have the right shape; `errors` names every fault.';
const CONTENT_UNACCEPTABLE = 'More than one field is not acceptable; `errors` names each.';

/** What every endpoint of this kind refuses by itself. */
const HOUSE = {
  InvalidToken: refusal(
    401,
    'invalid_token',
    'The token is missing, malformed, expired or revoked.',
  ),
  BodyTooLarge: refusal(413, 'body_too_large', 'The body is larger than allowed here.'),
  MediaTypeUnsupported: refusal(
    415,
    'media_type_unsupported',
    'The body is not `application/json`.',
  ),
  InternalError: refusal(500, 'internal_error', 'A fault of ours: quote the request id to us.'),
  TemporarilyUnavailable: refusal(
    503,
    'temporarily_unavailable',
    'Nothing was accepted. Send it again.',
  ),
};

/** Responses that look the same wherever nothing is added to them. */
export const sharedProblems = (): object =>
  Object.fromEntries(
    Object.entries(HOUSE).map(([name, one]) => [name, fullResponse(one.status, [one], [])]),
  );

/** Every "no" of an endpoint, by status: what it declares and what the house adds to each. */
export const refusalsOf = (
  endpoint: DeclaredEndpoint,
  needs: { readonly token: boolean; readonly body: boolean },
  codes: { readonly shape: readonly string[]; readonly content: readonly string[] },
): Map<number, KnownRefusal[]> => {
  const all = [...(endpoint.refuses ?? [])];
  if (needs.token) all.push(HOUSE.InvalidToken);
  if (codes.shape.length > 0) all.push(refusal(400, 'validation_failed', VALIDATION_FAILED));
  if (needs.body) all.push(HOUSE.BodyTooLarge, HOUSE.MediaTypeUnsupported);
  for (const code of codes.content)
    if (!all.some((each) => each.status === 422 && each.code === code))
      all.push(refusal(422, code, 'See the field that `errors` names.'));
  if (all.filter(({ status }) => status === 422).length > 0)
    all.push(refusal(422, 'content_unacceptable', CONTENT_UNACCEPTABLE));
  all.push(HOUSE.InternalError, HOUSE.TemporarilyUnavailable);
  const byStatus = new Map<number, KnownRefusal[]>();
  for (const each of all.sort((a, b) => a.status - b.status))
    byStatus.set(each.status, [...(byStatus.get(each.status) ?? []), each]);
  return byStatus;
};

/** One response: a problem document whose code is one of these. */
export const problemResponse = (
  status: number,
  refusals: readonly KnownRefusal[],
  faultCodes: readonly string[],
): object => {
  const [shared] = Object.entries(HOUSE).filter(([, each]) => each === refusals[0]);
  return refusals.length === 1 && shared !== undefined
    ? { $ref: `#/components/responses/${shared[0]}` }
    : fullResponse(status, refusals, faultCodes);
};

const fullResponse = (
  status: number,
  refusals: readonly KnownRefusal[],
  faultCodes: readonly string[],
) => ({
  description: describe(refusals),
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
        refusals.map(({ code, meaning }) => [
          code,
          { summary: code, value: example({ status, code, meaning }, faultCodes) },
        ]),
      ),
    },
  },
});

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

const describe = (refusals: readonly KnownRefusal[]): string =>
  refusals.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n');

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const headersOf = (status: number) => ({
  'X-Request-Id': header('X-Request-Id'),
  ...(status === 401 ? { 'WWW-Authenticate': header('WWW-Authenticate') } : {}),
  ...(status === 429 || status === 503 ? { 'Retry-After': header('Retry-After') } : {}),
  ...(status === 429
    ? { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') }
    : {}),
});
