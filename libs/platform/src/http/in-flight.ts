import type { FastifyInstance } from 'fastify';
import { unavailable } from '../core/refused.js';
import { RETRY_AFTER_S } from '../core/timing.js';

/** Ten seconds of a store that is away, at two hundred commands a second. */
const IN_FLIGHT_MAX = 2_000;
const HEALTH = /^\/health\//;

/**
 * Refuses what comes while so many requests are under way: when a store is away they pile up, and
 * each holds memory until it is answered. Probes of health are always let in.
 */
export const limitInFlight = (fastify: FastifyInstance, max = IN_FLIGHT_MAX): void => {
  let underWay = 0;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (HEALTH.test(request.url)) return done();
    if (underWay >= max)
      return done(
        unavailable('temporarily_unavailable', 'Too many requests are under way', RETRY_AFTER_S),
      );
    underWay++;
    // Also when the caller has gone before its answer.
    reply.raw.once('close', () => underWay--);
    return done();
  });
};
