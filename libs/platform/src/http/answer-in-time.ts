import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../core/refused.js';
import { ANSWER_BEGINS_WITHIN_MS } from '../core/timing.js';
import { sendProblem } from './problem.filter.js';
import { isBodyComing } from './slow-bodies.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** For how long it had been waited for when its body was. */
    waitedMs: number;
  }
}

type Waiting = { readonly reply: FastifyReply; readonly sinceMs: number };

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
  const waiting = new Map<FastifyRequest, Waiting>();
  let looking: NodeJS.Timeout | null = null;
  const stopLooking = () => {
    clearInterval(looking ?? undefined);
    looking = null;
  };
  const look = () => {
    const late = performance.now() - withinMs;
    for (const [request, { reply, sinceMs }] of waiting)
      if (sinceMs <= late) {
        waiting.delete(request);
        giveUp(request, reply);
      }
    if (waiting.size === 0) stopLooking();
  };
  const wait = (request: FastifyRequest, reply: FastifyReply) => {
    waiting.set(request, { reply, sinceMs: performance.now() - request.waitedMs });
    looking ??= setInterval(look, withinMs / LOOKS).unref();
  };
  fastify.decorateRequest('waitedMs', 0);
  fastify.addHook('onRequest', (request, reply, done) => {
    wait(request, reply);
    done();
  });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    const known = isBodyComing(request) ? waiting.get(request) : undefined;
    if (known !== undefined) {
      waiting.delete(request);
      request.waitedMs = performance.now() - known.sinceMs;
    }
    done();
  });
  fastify.addHook('preValidation', (request, reply, done) => {
    // Who reads the body in its handler has limits of its own.
    const isParsed = request.routeOptions.config.streamedBytesMax === undefined;
    if (isParsed && !waiting.has(request)) wait(request, reply);
    done();
  });
  // An answer that has begun may take as long as its reader reads.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    waiting.delete(request);
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
