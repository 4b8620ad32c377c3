import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused, type UsedUp } from '#kernel/refused.js';
import { PROBLEM_TYPE, type ProblemDocument, problemText } from './problem.js';
import { type Problem, problemOf } from './problem-of.js';
import { noteRefusal } from './refusal-log.js';

/** Converts every error of the API to an RFC 9457 problem document. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    sendProblem(request, reply, error);
  }
}

/** `more`: additional members of the document, for programs that show more than `detail`. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  more?: (document: ProblemDocument) => object,
): void => {
  const problem = withBodyLimit(problemOf(error), request);
  const { status, code, retryAfterS = null, quota = null } = problem;
  noteRefusal(request, problem);
  if (status === 500) request.log.error({ err: error }, 'unexpected error');
  if (status === 503) request.log.warn(reasonOf(error), 'rejected request temporarily');
  if (status === 401) void reply.header('www-authenticate', challenge(code));
  if (retryAfterS !== null) void reply.header('retry-after', String(retryAfterS));
  if (quota !== null) void reply.headers(usedUp(quota, retryAfterS ?? 0));
  // Keeps the connection open, because a caller that still sends a body would lose the response.
  if (status === 413) void reply.removeHeader('connection');
  void reply
    .status(status)
    .header('content-type', PROBLEM_TYPE)
    .send(problemText(problem, request.id, more));
};

/** The limit depends on the route. */
const withBodyLimit = (problem: Problem, { routeOptions }: FastifyRequest): Problem =>
  problem.code === 'body_too_large'
    ? { ...problem, detail: `The body may have at most ${routeOptions.bodyLimit} bytes here` }
    : problem;

/** The message of a rejection is enough. Thousands per second are possible. */
const reasonOf = (error: unknown): object =>
  error instanceof Refused ? { reason: error.message } : { err: error };

/** RFC 6750, section 3: an invalid token gets another challenge than a missing one. */
const challenge = (code: string): string => {
  if (SIGN_IN.includes(code)) return 'Cookie';
  return code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer';
};

/** Staff sign in with a cookie. `Cookie` opens no dialog in browsers. */
const SIGN_IN = ['not_signed_in', 'sign_in_refused'];

const AT_ONCE = 'qu="concurrent-requests"';

/** RateLimit fields of draft-ietf-httpapi-ratelimit-headers. */
const usedUp = ({ name, max, windowS }: UsedUp, againS: number) => ({
  'ratelimit-policy': `"${name}";q=${max};${windowS === null ? AT_ONCE : `w=${windowS}`}`,
  ratelimit: `"${name}";r=0;t=${againS}`,
});
