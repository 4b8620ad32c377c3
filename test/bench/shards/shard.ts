import { createHash } from 'node:crypto';
import type { RegisteredProjection } from '#platform/read-models/projection.js';

/** One of `of` projectors, `number` from 0 on. */
export type Shard = { readonly number: number; readonly of: number };

/** The shard that a partner belongs to, whoever asks. */
export const shardOf = (partnerId: string, of: number): number =>
  createHash('sha1').update(partnerId).digest().readUInt32BE() % of;

/**
 * The same read model under a name of the shard's own: so shards that share a Redis have a registry,
 * checkpoints and generations each, and what they hold tells whose it is.
 */
export const inShard = (
  projection: RegisteredProjection,
  { number, of }: Shard,
): RegisteredProjection => ({ ...projection, name: `${projection.name}-shard-${number}-of-${of}` });

/** What `inShard` made of a name. */
export const partsOf = (name: string): { readonly model: string; readonly shard: Shard } => {
  const [, model, number, of] = /^(.+)-shard-(\d+)-of-(\d+)$/.exec(name) ?? [];
  if (model === undefined) throw new Error(`${name} is no shard's`);
  return { model, shard: { number: Number(number), of: Number(of) } };
};
