import { crc32 } from 'node:zlib';

/** A part of all partners that one checkpoint stands for. No change crosses partners. */
export type Shard = {
  readonly checkpoint: string;
  readonly holds: (partnerId: string) => boolean;
};

const NAME = /^shard (\d+) of (\d+)$/;

/** `count` shards that share out all partners. */
export const shardsOf = (count: number): readonly Shard[] =>
  Array.from({ length: count }, (_, place) => ({
    checkpoint: `shard ${place} of ${count}`,
    holds: (partnerId) => count === 1 || crc32(partnerId.toLowerCase()) % count === place,
  }));

/** The shard of a checkpoint; null for a checkpoint of something else. */
export const shardOf = (checkpoint: string): Shard | null => {
  const [, place, count] = NAME.exec(checkpoint) ?? [];
  return count === undefined ? null : (shardsOf(Number(count))[Number(place)] ?? null);
};
