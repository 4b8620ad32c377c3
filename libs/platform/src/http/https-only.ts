import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../core/refused.js';

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * Refuses what came over plain HTTP. Fastify believes X-Forwarded-Proto only from a trusted proxy.
 * Health checks of the machine itself pass: they ask for nothing secret.
 */
export const refusePlainHttp = (fastify: FastifyInstance): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.protocol === 'https' || isOwnHealthCheck(request)) done();
    else done(new Refused('forbidden', 'https_required', 'Ask over HTTPS'));
  });
};

const isOwnHealthCheck = ({ raw, routeOptions }: FastifyRequest): boolean =>
  LOOPBACK.includes(raw.socket.remoteAddress ?? '') &&
  (routeOptions.url ?? '').startsWith('/health/');
