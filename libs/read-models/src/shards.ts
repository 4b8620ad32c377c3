import { crc32 } from 'node:zlib';

/** A group of partners with one checkpoint. A change affects one partner only. */
export type Shard = {
  readonly checkpoint: string;
  readonly holds: (partnerId: string) => boolean;
};

const NAME = /^shard (\d+) of (\d+)$/;

/** Divides all partners into `count` shards. */
export const shardsOf = (count: number): readonly Shard[] =>
  Array.from({ length: count }, (_, place) => ({
    checkpoint: `shard ${place} of ${count}`,
    holds: (partnerId) => count === 1 || crc32(partnerId.toLowerCase()) % count === place,
  }));

/** Returns the shard of a checkpoint; null for a checkpoint of another kind. */
export const shardOf = (checkpoint: string): Shard | null => {
  const [, place, count] = NAME.exec(checkpoint) ?? [];
  return count === undefined ? null : (shardsOf(Number(count))[Number(place)] ?? null);
};
