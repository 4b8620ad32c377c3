import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../core/refused.js';

/** Of large bodies in memory at once; each costs a few times its size while it is read. */
const BUDGET_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_S = 2;
const TOO_MANY = 'There are too many large uploads at once; nothing was accepted. Try again.';

/** Keeps memory flat under many large uploads: those that do not fit are told to come again. */
export const limitLargeBodies = (fastify: FastifyInstance, budgetBytes = BUDGET_BYTES): void => {
  const held = new WeakMap<FastifyRequest, number>();
  let heldBytes = 0;
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const bytes = expectedBytes(request);
    if (heldBytes + bytes > budgetBytes) {
      done(unavailable('temporarily_unavailable', TOO_MANY, RETRY_AFTER_S), payload);
      return;
    }
    if (bytes > 0) held.set(request, bytes);
    heldBytes += bytes;
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    heldBytes -= held.get(request) ?? 0;
    done();
  });
};

/** Of a route for large bodies: what it says it sends, or the most it may. */
const expectedBytes = ({ headers, routeOptions: { config } }: FastifyRequest): number => {
  const { bodyBytesMax } = config;
  if (bodyBytesMax === undefined) return 0;
  const declared = headers['content-length'];
  return Math.min(declared === undefined ? bodyBytesMax : Number(declared), bodyBytesMax);
};
