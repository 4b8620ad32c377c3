import { ProviderBusy } from '#kernel/provider-busy.js';
import { type FieldError, type ProblemKind, Refused, type UsedUp } from '#kernel/refused.js';
import { EventLogUnavailable, WrongExpectedRevision } from '#kernel/event-store/event-log.js';
import { isRedisUnavailable } from '#kernel/redis-unavailable.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { RETRY_AFTER_S } from '#kernel/timing.js';

const STATUS: Record<ProblemKind, number> = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  unsupported_media: 415,
  unmet: 417,
  unacceptable: 422,
  too_many: 429,
  unavailable: 503,
};

export type Problem = {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterS?: number | null;
  readonly quota?: UsedUp | null;
};

/** Maps an error to a problem. Unexpected errors become a 500 without details. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Refused) {
    const { refusal, code, message, errors, retryAfterS, quota } = error;
    const detail = { status: STATUS[refusal], code, detail: message, retryAfterS, quota };
    return errors.length === 0 ? detail : { ...detail, errors: errors };
  }
  if (
    error instanceof EventLogUnavailable ||
    error instanceof WrongExpectedRevision ||
    error instanceof ProviderBusy ||
    error instanceof ReadStoreUnavailable ||
    isRedisUnavailable(error)
  )
    return BUSY;
  return transportProblem(error) ?? UNEXPECTED;
};

/** An append without a response may be stored. A repeat of the request then gets its result. */
const BUSY: Problem = {
  status: 503,
  code: 'temporarily_unavailable',
  detail: 'The service is busy and confirms nothing. Send the same request again: it counts once.',
  retryAfterS: RETRY_AFTER_S,
};

const UNEXPECTED: Problem = {
  status: 500,
  code: 'internal_error',
  detail: 'Something went wrong on our side. Quote the request id to the operator.',
};

export const malformedRequest = (detail: string): Problem => ({
  status: 400,
  code: 'validation_failed',
  detail,
  errors: [{ pointer: '', code: 'request_malformed', detail }],
});

/** Code and detail of errors of Fastify and Nest from before a handler runs. */
const TRANSPORT: Readonly<Record<number, Pick<Problem, 'code' | 'detail'>>> = {
  404: { code: 'route_not_found', detail: 'There is no such endpoint' },
  408: { code: 'request_timeout', detail: 'The request arrived too slowly' },
  413: { code: 'body_too_large', detail: 'The body is larger than allowed here' },
  415: {
    code: 'media_type_unsupported',
    detail: 'Send the body as application/json in UTF-8',
  },
};

const transportProblem = (error: unknown): Problem | null => {
  const status = statusOf(error);
  if (status === 400) return malformedRequest('The request is not well-formed');
  const known = typeof status === 'number' ? TRANSPORT[status] : undefined;
  return known === undefined ? null : { status: Number(status), ...known };
};

/** Nest's exceptions have a method for it, Fastify's errors a property. */
const statusOf = (error: unknown): unknown => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('getStatus' in error && typeof error.getStatus === 'function')
    return (error as { getStatus(): unknown }).getStatus();
  return 'statusCode' in error ? error.statusCode : undefined;
};
