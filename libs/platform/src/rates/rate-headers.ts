import type { FastifyReply } from 'fastify';
import { tooMany } from '../core/refused.js';
import type { RateLimit, Taken } from './rate-limit.js';

/**
 * Takes a request, which may cost more than one, from the subject's quota and tells what is left.
 * @throws {Refused} 429 when nothing is.
 */
export const takeOne = (
  limit: RateLimit,
  subject: string,
  reply: FastifyReply,
  cost = 1,
): void | Promise<void> => {
  const taken = limit.take(subject, cost);
  if (taken instanceof Promise) return taken.then((later) => tell(limit, later, reply));
  tell(limit, taken, reply);
};

const tell = (
  { quota }: RateLimit,
  { allowed, remaining, resetS }: Taken,
  reply: FastifyReply,
): void => {
  const { name, max, windowS } = quota;
  if (!allowed)
    throw tooMany(
      'rate_limited',
      windowS === 1
        ? `At most ${max} requests a second`
        : `At most ${max} requests in ${windowS} s`,
      resetS,
      quota,
    );
  void reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowS}`);
  void reply.header('ratelimit', `"${name}";r=${remaining};t=${resetS}`);
};
