import type { FastifyReply } from 'fastify';
import { tooMany } from '../core/refused.js';
import type { RateLimit } from './rate-limit.js';

/**
 * Takes one request from the subject's quota and tells what is left of it.
 * @throws {Refused} 429 when nothing is.
 */
export const takeOne = async (
  limit: RateLimit,
  subject: string,
  reply: FastifyReply,
): Promise<void> => {
  const { allowed, remaining, resetS } = await limit.take(subject);
  const { name, max, windowS } = limit.quota;
  if (!allowed)
    throw tooMany(
      'rate_limited',
      windowS === 1
        ? `At most ${max} requests a second`
        : `At most ${max} requests in ${windowS} s`,
      resetS,
      limit.quota,
    );
  void reply.header('ratelimit-policy', `"${name}";q=${max};w=${windowS}`);
  void reply.header('ratelimit', `"${name}";r=${remaining};t=${resetS}`);
};
