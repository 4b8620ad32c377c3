import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takeOne } from './rate-headers.js';
import type { Rates } from './rates.js';

/**
 * Limits what asks for no token, and paths that do not exist, by client address. Behind a proxy the
 * address comes from X-Forwarded-For, which Fastify believes only from a trusted one.
 */
export const limitAddresses = (fastify: FastifyInstance, rates: Rates): void => {
  const limit = async (request: FastifyRequest, reply: FastifyReply) =>
    takeOne(rates.addresses, request.ip, reply);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (needsNoToken(request)) limit(request, reply).then(() => done(), done);
    else done();
  });
};

const needsNoToken = ({ is404, routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  is404 || (config.isPublic === true && !url.startsWith('/health/'));
