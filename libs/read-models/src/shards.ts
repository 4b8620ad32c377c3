import { crc32 } from 'node:zlib';

/** A group of partners with one checkpoint. A change affects one partner only. */
export type Shard = {
  readonly name: string;
  readonly holds: (partnerId: string) => boolean;
};

const NAME = /^shard (\d+) of (\d+)$/;

/** Divides all partners into `count` shards. */
export const shardsOf = (count: number): readonly Shard[] =>
  Array.from({ length: count }, (_, place) => ({
    name: `shard ${place} of ${count}`,
    holds: (partnerId) => count === 1 || crc32(partnerId.toLowerCase()) % count === place,
  }));

/** Returns the shard of this name; null for another name. */
export const shardOf = (name: string): Shard | null => {
  const [, place, count] = NAME.exec(name) ?? [];
  return count === undefined ? null : (shardsOf(Number(count))[Number(place)] ?? null);
};
