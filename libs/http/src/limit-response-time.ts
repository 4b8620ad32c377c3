import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ListNode, IntrusiveList } from '#kernel/concurrency/intrusive-list.js';
import { unavailable } from '#kernel/refused.js';
import { sendProblem } from './problem.filter.js';
import { isLarge } from './large-bodies.js';
import { isBodyComing } from './slow-bodies.js';

/** Longest time until a response begins, without the time of the request's body. */
const ANSWER_BEGINS_WITHIN_MS = 11_000;

declare module 'fastify' {
  interface FastifyRequest {
    waiting: Waiting | null;
  }
}

/** Polls per limit. A timeout is late by a twentieth at most. */
const LOOKS = 20;

/**
 * Limits the time of all store calls of a request together; each call also has a separate limit.
 * A large body has limits of its own. After the time the caller gets a 503, while the request's work continues, like an append without a
 * response. The time in which a body arrives does not count: `SlowBodies` limits it. Fastify's own
 * `handlerTimeout` counts that time and cuts responses that have begun.
 */
export const limitResponseTime = (
  fastify: FastifyInstance,
  withinMs: number = ANSWER_BEGINS_WITHIN_MS,
): void => {
  const line = new IntrusiveList<Waiting>();
  let looking: NodeJS.Timeout | null = null;
  const stopLooking = () => {
    clearInterval(looking ?? undefined);
    looking = null;
  };
  const look = () => {
    const sinceMs = performance.now() - withinMs;
    for (const waiting of [...line].filter((each) => each.sinceMs <= sinceMs)) {
      line.leave(waiting);
      giveUp(waiting.request, waiting.reply);
    }
    if (line.first === null) stopLooking();
  };
  const enter = (waiting: Waiting) => {
    line.enter(waiting);
    looking ??= setInterval(look, withinMs / LOOKS).unref();
  };
  fastify.decorateRequest('waiting', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    request.waiting = new Waiting(request, reply, performance.now());
    enter(request.waiting);
    done();
  });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    const { waiting } = request;
    if (waiting?.isInLine === true && (isBodyComing(request) || isLarge(request))) {
      line.leave(waiting);
      waiting.waitedMs = performance.now() - waiting.sinceMs;
    }
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    const { waiting } = request;
    if (waiting !== null && !waiting.isInLine && !isLarge(request)) {
      waiting.sinceMs = performance.now() - waiting.waitedMs;
      enter(waiting);
    }
    done();
  });
  // A response that has begun may take any time.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    if (request.waiting !== null) line.leave(request.waiting);
    done(null, payload);
  });
  fastify.addHook('onClose', (_, done) => {
    stopLooking();
    done();
  });
};

const giveUp = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!reply.sent) sendProblem(request, reply, unavailable('temporarily_unavailable', DETAIL));
};

const DETAIL =
  'The response takes too long, and nothing is confirmed. Send the same request again: it counts once.';

class Waiting extends ListNode<Waiting> {
  /** Time until the wait for the body began, in ms. */
  waitedMs = 0;

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    public sinceMs: number,
  ) {
    super();
  }
}
