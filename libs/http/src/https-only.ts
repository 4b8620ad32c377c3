import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '#kernel/refused.js';

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

/**
 * Rejects requests over plain HTTP. Fastify accepts X-Forwarded-Proto only from a trusted proxy.
 * Health checks of the same machine pass, because they expose no secrets.
 */
export const refusePlainHttp = (fastify: FastifyInstance): void => {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.protocol === 'https' || isOwnHealthCheck(request)) done();
    else done(new Refused('forbidden', 'https_required', 'Send the request over HTTPS'));
  });
};

const isOwnHealthCheck = ({ raw, routeOptions }: FastifyRequest): boolean =>
  LOOPBACK.includes(raw.socket.remoteAddress ?? '') &&
  (routeOptions.url ?? '').startsWith('/health/');
