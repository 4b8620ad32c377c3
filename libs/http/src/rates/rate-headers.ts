import type { FastifyReply } from 'fastify';
import { tooMany } from '#kernel/refused.js';
import type { RateLimit, Taken } from '#redis/rate-limit.js';

/**
 * Takes the cost of a request from the subject's quota and sets the RateLimit headers. @throws
 * {Refused} 429 if too little is left
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

const ROWS_OF_ONE = 100;

/** Cost of a request in a partner's quota: the number of usual pages that it requests. */
export const costOf = (query: unknown): number => {
  const { limit } = query as { limit?: unknown };
  const rows = typeof limit === 'string' && /^\d{1,6}$/.test(limit) ? Number(limit) : 0;
  return Math.max(1, Math.ceil(rows / ROWS_OF_ONE));
};
