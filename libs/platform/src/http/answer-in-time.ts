import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../core/refused.js';
import { ANSWER_BEGINS_WITHIN_MS } from '../core/timing.js';
import { sendProblem } from './problem.filter.js';
import { whenOver } from './when-over.js';

/**
 * Each call of a store has its own limit, and a request makes many of them in a row: this is the limit of all
 * together. Who waited for so long is told to come again. What the request has begun goes on, like an append
 * without an answer. The time in which a body comes does not count: `SlowBodies` limits that.
 */
export const answerInTime = (
  fastify: FastifyInstance,
  withinMs: number = ANSWER_BEGINS_WITHIN_MS,
): void => {
  const clocks = new WeakMap<FastifyRequest, Clock>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const clock = new Clock(withinMs, () => giveUp(request, reply));
    clocks.set(request, clock);
    whenOver(request, reply, () => clock.stop());
    clock.run();
    done();
  });
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!request.raw.complete) clocks.get(request)?.stop();
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    // Who reads the body in its handler has limits of its own.
    if (request.routeOptions.config.streamedBytesMax === undefined) clocks.get(request)?.run();
    done();
  });
  // An answer that has begun may take as long as its reader reads.
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    clocks.get(request)?.stop();
    done(null, payload);
  });
};

const giveUp = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!reply.sent) sendProblem(request, reply, unavailable('temporarily_unavailable', DETAIL));
};

const DETAIL =
  'The answer takes too long, and nothing is confirmed. Send the same again: it counts once.';

class Clock {
  private timer: NodeJS.Timeout | undefined;
  private beganMs = 0;

  constructor(
    private leftMs: number,
    private readonly late: () => void,
  ) {}

  run(): void {
    if (this.timer !== undefined) return;
    this.beganMs = performance.now();
    this.timer = setTimeout(this.late, this.leftMs);
  }

  stop(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.leftMs -= performance.now() - this.beganMs;
  }
}
