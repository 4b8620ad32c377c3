import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '#kernel/refused.js';
import { sendProblem } from './problem.filter.js';
import { isLarge } from './large-bodies.js';
import { onRequestEnd } from './on-request-end.js';
import { isBodyComing } from './slow-bodies.js';

/** Longest time until a response begins, without the time of the request's body. */
const ANSWER_BEGINS_WITHIN_MS = 11_000;

declare module 'fastify' {
  interface FastifyRequest {
    responseLimit: ResponseLimit | null;
  }
}

/**
 * Limits the time of all store calls of a request together; each call also has a separate limit.
 * A large body has limits of its own. After the time the caller gets a 503, while the request's
 * work continues, like an append without a response. The time in which a body arrives does not
 * count: `SlowBodies` limits it. Fastify's own `handlerTimeout` counts that time and cuts responses
 * that have begun.
 */
export const limitResponseTime = (
  fastify: FastifyInstance,
  withinMs: number = ANSWER_BEGINS_WITHIN_MS,
): void => {
  fastify.decorateRequest('responseLimit', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    const limit = new ResponseLimit(withinMs, () => giveUp(request, reply));
    request.responseLimit = limit;
    limit.resume();
    onRequestEnd(reply, () => limit.pause());
    done();
  });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (isBodyComing(request) || isLarge(request)) request.responseLimit?.pause();
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (!isLarge(request)) request.responseLimit?.resume();
    done();
  });
  // A response that has begun may take any time.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    request.responseLimit?.pause();
    done(null, payload);
  });
};

const giveUp = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!reply.sent) sendProblem(request, reply, unavailable('temporarily_unavailable', DETAIL));
};

const DETAIL =
  'The response takes too long, and nothing is confirmed. Send the same request again: it counts once.';

class ResponseLimit {
  private timer: NodeJS.Timeout | null = null;
  private sinceMs = 0;

  constructor(
    private leftMs: number,
    private readonly whenOver: () => void,
  ) {}

  resume(): void {
    if (this.timer !== null) return;
    this.sinceMs = performance.now();
    this.timer = setTimeout(this.whenOver, this.leftMs).unref();
  }

  pause(): void {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.leftMs -= performance.now() - this.sinceMs;
  }
}
