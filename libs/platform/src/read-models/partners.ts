import { PARTNERS_KEY, activeKey, guardKey, writtenKey } from './keys.js';
import { ACTIVATE_PARTNER, DEACTIVATE_PARTNER, PRUNE_GUARD } from './lua-control.js';
import type { RedisClient } from './script.js';

const CHUNK = 500;

/** Every known partner, so many at a time that Redis stays busy; one may come twice. */
export async function* partnerChunks(redis: RedisClient): AsyncGenerator<readonly string[]> {
  let cursor = '0';
  do {
    const [next, partnerIds] = await redis.sscan(PARTNERS_KEY, cursor, 'COUNT', CHUNK);
    yield partnerIds;
    cursor = next;
  } while (cursor !== '0');
}

/** Runs the work for every known partner. */
export const forEachPartner = async (
  redis: RedisClient,
  work: (partnerId: string) => Promise<void>,
): Promise<void> => {
  for await (const partnerIds of partnerChunks(redis)) await Promise.all(partnerIds.map(work));
};

/**
 * Moves the readers of every partner to a generation, each partner in one step. False when one had
 * to stay, because the new generation has not yet seen all that the old one shows.
 */
export const activateAll = async (
  redis: RedisClient,
  projection: string,
  generation: string,
): Promise<boolean> => {
  let complete = true;
  await forEachPartner(redis, async (partnerId) => {
    const keys = [guardKey(partnerId), activeKey(partnerId)];
    const reply = await ACTIVATE_PARTNER.run(redis, keys, [projection, generation]);
    if (reply !== 1) complete = false;
  });
  return complete;
};

/** Takes a generation that cannot be trusted any more away from its readers. */
export const deactivateAll = (
  redis: RedisClient,
  projection: string,
  generation: string,
): Promise<void> =>
  forEachPartner(redis, async (partnerId) => {
    await DEACTIVATE_PARTNER.run(redis, [activeKey(partnerId)], [projection, generation]);
  });

/** Forgets the guards of all generations before this one. */
export const pruneGuards = (
  redis: RedisClient,
  projection: string,
  generation: string,
): Promise<void> =>
  forEachPartner(redis, async (partnerId) => {
    await PRUNE_GUARD.run(redis, [guardKey(partnerId)], [projection, generation]);
  });

/** For a log that was put back: what it holds is earlier than the last positions written. */
export const forgetWritten = (redis: RedisClient): Promise<void> =>
  forEachPartner(redis, async (partnerId) => {
    await redis.unlink(writtenKey(partnerId));
  });
