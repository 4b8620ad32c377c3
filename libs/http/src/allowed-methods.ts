import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { Refused } from '#kernel/refused.js';
import { transportOptions } from './transport.js';

/**
 * Returns 405 with the allowed methods if a path exists for other methods. Fastify does not expose
 * its router, so a second router of the same kind records the routes.
 */
export const refuseOtherMethods = (fastify: FastifyInstance): void => {
  const { routerOptions } = transportOptions;
  const router = findMyWay(routerOptions);
  const methods = new Set<HTTPMethod>();
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat() as HTTPMethod[]) {
      methods.add(each);
      if (!router.hasRoute(each, url)) router.on(each, url, nothing);
    }
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const path = request.url.split('?')[0] ?? '';
    const allowed = [...methods].filter((method) => router.find(method, path) !== null);
    if (allowed.length === 0) return done();
    const names = allowed.sort().join(', ');
    void reply.header('allow', names);
    done(new Refused('method_not_allowed', 'method_not_allowed', `Use another method: ${names}`));
  });
};

const nothing = (): void => undefined;
