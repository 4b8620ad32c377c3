import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, type Quota, type Refusal, Refused } from '../core/refused.js';
import { EventLogUnavailable, WrongExpectedRevision } from '../event-store/event-log.js';
import { problemDocument } from './problem.js';

const STATUS: Record<Refusal, number> = {
  malformed: 400,
  unauthorized: 401,
  not_found: 404,
  conflict: 409,
  unsupported_media: 415,
  unacceptable: 422,
  too_many: 429,
  unavailable: 503,
};

type Problem = {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly retryAfterS?: number | null;
  readonly quota?: Quota | null;
};

/** Every error of the API leaves as an RFC 9457 problem document, made here and nowhere else. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    sendProblem(request, reply, error);
  }
}

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
  const { retryAfterS, quota, ...problem } = problemOf(error);
  if (problem.status === 500) request.log.error({ err: error }, 'unexpected error');
  if (problem.status === 401) void reply.header('www-authenticate', challenge(problem.code));
  if (retryAfterS !== null && retryAfterS !== undefined)
    void reply.header('retry-after', String(retryAfterS));
  if (quota !== null && quota !== undefined) void reply.headers(usedUp(quota, retryAfterS ?? 0));
  void reply
    .status(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemDocument(problem, request.id)));
};

/** RFC 6750, section 3: a token that came and is not good is told from one that is not asked for. */
const challenge = (code: string): string =>
  code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer';

/** The RateLimit fields of the IETF draft that bears their name (draft-ietf-httpapi-ratelimit-headers). */
const usedUp = ({ name, max, windowS }: Quota, againS: number) => ({
  'ratelimit-policy': `"${name}";q=${max};w=${windowS}`,
  ratelimit: `"${name}";r=0;t=${againS}`,
});

const problemOf = (error: unknown): Problem => {
  if (error instanceof Refused) {
    const { refusal, code, message, faults, retryAfterS, quota } = error;
    const detail = { status: STATUS[refusal], code, detail: message, retryAfterS, quota };
    return faults.length === 0 ? detail : { ...detail, errors: faults };
  }
  if (error instanceof EventLogUnavailable || error instanceof WrongExpectedRevision) {
    const detail = 'The service is busy; nothing was accepted. Try again.';
    return { status: 503, code: 'temporarily_unavailable', detail, retryAfterS: 1 };
  }
  return transportProblem(error) ?? { status: 500, code: 'internal_error', detail: INTERNAL };
};

const INTERNAL = 'Something went wrong on our side. Quote the request id to the operator.';

/** What Fastify and Nest refuse before a handler runs. */
const transportProblem = (error: unknown): Problem | null => {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: unknown } | null)?.statusCode;
  switch (status) {
    case 400: {
      const detail = 'The request is not well-formed';
      const errors = [{ pointer: '', code: 'request_malformed', detail }];
      return { status, code: 'validation_failed', detail, errors };
    }
    case 404:
      return { status, code: 'route_not_found', detail: 'There is no such endpoint' };
    case 413:
      return { status, code: 'body_too_large', detail: 'The body is larger than allowed here' };
    case 415:
      return {
        status,
        code: 'media_type_unsupported',
        detail: 'Send the body as application/json',
      };
    default:
      return null;
  }
};
