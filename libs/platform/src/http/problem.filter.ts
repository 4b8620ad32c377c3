import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused, type UsedUp } from '../core/refused.js';
import { PROBLEM_TYPE, problemText } from './problem.js';
import { type Problem, problemOf } from './problem-of.js';

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
  const problem = told(problemOf(error), request);
  const { status, code, retryAfterS = null, quota = null } = problem;
  if (status === 500) request.log.error({ err: error }, 'unexpected error');
  if (status === 503) request.log.warn(refusedWhy(error), 'refused for now');
  if (status === 401) void reply.header('www-authenticate', challenge(code));
  if (retryAfterS !== null) void reply.header('retry-after', String(retryAfterS));
  if (quota !== null) void reply.headers(usedUp(quota, retryAfterS ?? 0));
  // Whoever still sends a body would otherwise lose the answer together with the connection.
  if (status === 413) void reply.removeHeader('connection');
  void reply
    .status(status)
    .header('content-type', PROBLEM_TYPE)
    .send(problemText(problem, request.id));
};

/** Each route has a limit of its own. */
const told = (problem: Problem, { routeOptions }: FastifyRequest): Problem =>
  problem.code === 'body_too_large'
    ? { ...problem, detail: `The body may have at most ${routeOptions.bodyLimit} bytes here` }
    : problem;

/** A refusal of our own says all in its words; there may be thousands a second. */
const refusedWhy = (error: unknown): object =>
  error instanceof Refused ? { reason: error.message } : { err: error };

/** RFC 6750, section 3: a token that came and is not good is told from one that is not asked for. */
const challenge = (code: string): string => {
  if (SIGN_IN.includes(code)) return 'Cookie';
  return code === 'invalid_token' ? 'Bearer error="invalid_token"' : 'Bearer';
};

/** What staff are asked for: no token, and nothing that a browser has a dialog for. */
const SIGN_IN = ['not_signed_in', 'sign_in_refused'];

const AT_ONCE = 'qu="concurrent-requests"';

/** The RateLimit fields of the IETF draft that bears their name (draft-ietf-httpapi-ratelimit-headers). */
const usedUp = ({ name, max, windowS }: UsedUp, againS: number) => ({
  'ratelimit-policy': `"${name}";q=${max};${windowS === null ? AT_ONCE : `w=${windowS}`}`,
  ratelimit: `"${name}";r=0;t=${againS}`,
});
