import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Knows whom a token belongs to; the feature that issues tokens provides it. */
export abstract class Doorkeeper {
  /** Puts the `Principal` on the request. @throws {Refused} 401 without a good token. */
  abstract admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Reads no large body for somebody who may not send one. */
export const admitBeforeLargeBodies = (fastify: FastifyInstance, doorkeeper: Doorkeeper): void => {
  fastify.addHook('onRequest', async (request, reply) => {
    const { bodyBytesMax } = request.routeOptions.config;
    if (bodyBytesMax !== undefined) await doorkeeper.admit(request, reply);
  });
};
