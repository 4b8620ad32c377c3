import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../core/refused.js';
import { ANSWER_BEGINS_WITHIN_MS } from '../core/timing.js';
import { sendProblem } from './problem.filter.js';
import { isBodyComing } from './slow-bodies.js';

declare module 'fastify' {
  interface FastifyRequest {
    waiting: Waiting | null;
  }
}

/** It is late by a twentieth at most. */
const LOOKS = 20;

/**
 * Each call of a store has its own limit, and a request makes many of them in a row: this is the limit of all
 * together. Who waited for so long is told to come again. What the request has begun goes on, like an append
 * without an answer. The time in which a body comes does not count: `SlowBodies` limits that. Fastify's own
 * `handlerTimeout` counts that time, and cuts answers off that have begun.
 */
export const answerInTime = (
  fastify: FastifyInstance,
  withinMs: number = ANSWER_BEGINS_WITHIN_MS,
): void => {
  const line = new Line();
  let looking: NodeJS.Timeout | null = null;
  const stopLooking = () => {
    clearInterval(looking ?? undefined);
    looking = null;
  };
  const look = () => {
    for (const { request, reply } of line.since(performance.now() - withinMs)) {
      leave(request);
      giveUp(request, reply);
    }
    if (line.isEmpty) stopLooking();
  };
  const enter = (waiting: Waiting) => {
    line.enter(waiting);
    looking ??= setInterval(look, withinMs / LOOKS).unref();
  };
  const leave = ({ waiting }: FastifyRequest) => {
    if (waiting?.isInLine === true) line.leave(waiting);
  };
  fastify.decorateRequest('waiting', null);
  fastify.addHook('onRequest', (request, reply, done) => {
    request.waiting = new Waiting(request, reply, performance.now());
    enter(request.waiting);
    done();
  });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    const { waiting } = request;
    if (waiting?.isInLine === true && isBodyComing(request)) {
      line.leave(waiting);
      waiting.waitedMs = performance.now() - waiting.sinceMs;
    }
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    const { waiting } = request;
    // Who reads the body in its handler has limits of its own.
    const isParsed = request.routeOptions.config.streamedBytesMax === undefined;
    if (isParsed && waiting !== null && !waiting.isInLine) {
      waiting.sinceMs = performance.now() - waiting.waitedMs;
      enter(waiting);
    }
    done();
  });
  // An answer that has begun may take as long as its reader reads.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
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
  'The answer takes too long, and nothing is confirmed. Send the same again: it counts once.';

class Waiting {
  isInLine = false;
  before: Waiting | null = null;
  after: Waiting | null = null;
  /** Until its body was waited for. */
  waitedMs = 0;

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    public sinceMs: number,
  ) {}
}

/** A list whose links stand in what it holds: a map of requests gave the garbage collector twice as much to do. */
class Line {
  private first: Waiting | null = null;
  private last: Waiting | null = null;

  get isEmpty(): boolean {
    return this.first === null;
  }

  enter(waiting: Waiting): void {
    waiting.isInLine = true;
    waiting.before = this.last;
    waiting.after = null;
    if (this.last === null) this.first = waiting;
    else this.last.after = waiting;
    this.last = waiting;
  }

  leave(waiting: Waiting): void {
    const { before, after } = waiting;
    if (before === null) this.first = after;
    else before.after = after;
    if (after === null) this.last = before;
    else after.before = before;
    waiting.isInLine = false;
    waiting.before = waiting.after = null;
  }

  /** Those that have waited since then, or for longer. */
  since(ms: number): readonly Waiting[] {
    const found: Waiting[] = [];
    for (let each = this.first; each !== null; each = each.after)
      if (each.sinceMs <= ms) found.push(each);
    return found;
  }
}
