import { modelPrefix } from './keys.js';
import { forEachPartner } from './partners.js';
import type { Document } from './read-models.js';
import type { RedisClient } from './script.js';

/** What one filling of a read model holds of one partner, before readers see it. */
export type Filling = {
  /** In the order of `docs`; a missing one is null. */
  readonly documents: (docs: readonly string[]) => Promise<readonly (Document | null)[]>;
  /** Of an index, in its order. */
  readonly members: (index: string, offset: number, limit: number) => Promise<readonly string[]>;
};

/** Sentences that say what is wrong with a filling; readers move to it only when there are none. */
export type Audit = (filling: Filling) => Promise<readonly string[]>;

const FAULTS_MAX = 100;

/** Audits what a generation holds of every partner. Answers the first faults, none when all is well. */
export const auditGeneration = async (
  redis: RedisClient,
  projection: { readonly name: string; readonly audit?: Audit },
  generation: string,
): Promise<readonly string[]> => {
  const { name, audit } = projection;
  const faults: string[] = [];
  if (audit === undefined) return faults;
  await forEachPartner(redis, async (partnerId) => {
    const found = await audit(fillingOf(redis, modelPrefix(partnerId, name, generation)));
    const room = FAULTS_MAX - faults.length;
    faults.push(...found.slice(0, room).map((fault) => `partner ${partnerId}: ${fault}`));
  });
  return faults;
};

const fillingOf = (redis: RedisClient, prefix: string): Filling => ({
  documents: (docs) =>
    Promise.all(
      docs.map(async (doc) => {
        const fields = await redis.hgetall(`${prefix}d:${doc}`);
        return Object.keys(fields).length === 0 ? null : fields;
      }),
    ),
  members: (index, offset, limit) =>
    redis.zrange(`${prefix}i:${index}`, `${offset}`, `${offset + limit - 1}`),
});
