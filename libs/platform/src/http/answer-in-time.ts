import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InLine, Line } from '../core/line.js';
import { unavailable } from '../core/refused.js';
import { ANSWER_BEGINS_WITHIN_MS } from '../core/timing.js';
import { sendProblem } from './problem.filter.js';
import { isBodyComing, isParsed } from './slow-bodies.js';

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
  const line = new Line<Waiting>();
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
    if (waiting?.isInLine === true && isBodyComing(request)) {
      line.leave(waiting);
      waiting.waitedMs = performance.now() - waiting.sinceMs;
    }
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    const { waiting } = request;
    if (waiting !== null && !waiting.isInLine && isParsed(request)) {
      waiting.sinceMs = performance.now() - waiting.waitedMs;
      enter(waiting);
    }
    done();
  });
  // An answer that has begun may take as long as its reader reads.
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
  'The answer takes too long, and nothing is confirmed. Send the same again: it counts once.';

class Waiting extends InLine<Waiting> {
  /** Until its body was waited for. */
  waitedMs = 0;

  constructor(
    readonly request: FastifyRequest,
    readonly reply: FastifyReply,
    public sinceMs: number,
  ) {
    super();
  }
}
