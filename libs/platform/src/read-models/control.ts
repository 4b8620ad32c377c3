import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parkedKey, projectionKey } from './keys.js';
import { CLEAR_REQUEST, REPLACE_STATE, SAVE_CHECKPOINT } from './lua-control.js';
import { NOTHING } from './position.js';
import type { Registry } from './registry.js';
import type { RedisClient } from './script.js';

const generationSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  request: z.string().nullable(),
});

const registrySchema = z.object({
  active: generationSchema.nullable(),
  building: generationSchema.nullable(),
  sweep: z.boolean(),
});

/** How far the generation that is being filled, or else the active one, has come. */
export type Progress = {
  readonly position: string;
  readonly head: string;
  /** 0 to 100, rounded down; of positions, which have gaps, so it is an estimate. */
  readonly percent: number;
};

const progressSchema = z.object({ position: z.string(), head: z.string(), percent: z.number() });

/** A generation that readers must not see, and why. */
export type Refusal = { readonly generation: string; readonly faults: readonly string[] };

const refusalSchema = z.object({ generation: z.string(), faults: z.array(z.string()) });

export type Stored = {
  readonly registry: Registry | null;
  /** The registry as it was read, for the comparison at its replacement. */
  readonly text: string;
  readonly request: string | null;
  readonly progress: Progress | null;
  /** The last one; it concerns nobody when its generation is no more. */
  readonly refusal: Refusal | null;
  /** Generation → position. */
  readonly checkpoints: ReadonlyMap<string, string>;
  /** Generation → the checkpoint before the last; missing when there was none. */
  readonly previous: ReadonlyMap<string, string>;
  /** Generation → the mark of its checkpoint in the log that it was made from. */
  readonly logs: ReadonlyMap<string, string>;
};

/** The common record of all runners of one projection: one Redis hash. */
export class ProjectionControl {
  private readonly key: string;

  constructor(
    private readonly redis: RedisClient,
    private readonly projection: string,
  ) {
    this.key = projectionKey(projection);
  }

  async load(): Promise<Stored> {
    const fields = await this.redis.hgetall(this.key);
    const text = fields['state'] ?? '';
    return {
      registry: readAs(registrySchema, text),
      text,
      request: fields['rebuild'] ?? null,
      progress: readAs(progressSchema, fields['progress'] ?? ''),
      refusal: readAs(refusalSchema, fields['refusal'] ?? ''),
      checkpoints: startingWith('checkpoint:', fields),
      previous: startingWith('previous:', fields),
      logs: startingWith('log:', fields),
    };
  }

  /** False when another runner was faster. The building generation gets its checkpoint with it. */
  async replace(stored: Stored, next: Registry): Promise<boolean> {
    const args = [stored.text, JSON.stringify(next), next.building?.id ?? ''];
    return (await REPLACE_STATE.run(this.redis, [this.key], args)) === 1;
  }

  /** What is stored now, which may be further on; null when it is not even at `atLeast`. */
  async save(
    generation: string,
    position: string,
    atLeast: string,
    mark: string,
  ): Promise<string | null> {
    const args = [generation, position, atLeast, mark];
    const reply = await SAVE_CHECKPOINT.run(this.redis, [this.key], args);
    return typeof reply === 'string' ? reply : null;
  }

  async saveProgress(progress: Progress): Promise<void> {
    await this.redis.hset(this.key, 'progress', JSON.stringify(progress));
  }

  async refuse(refusal: Refusal): Promise<void> {
    await this.redis.hset(this.key, 'refusal', JSON.stringify(refusal));
  }

  /** Asks the runner to fill the projection anew; `request` of that generation is the answered id. */
  async requestRebuild(): Promise<string> {
    const id = randomUUID();
    await this.redis.hset(this.key, 'rebuild', id);
    return id;
  }

  async clearRequest(id: string): Promise<void> {
    await CLEAR_REQUEST.run(this.redis, [this.key], [id]);
  }

  /** Forgets checkpoints and parked events of a generation that is no more. */
  async forget(generation: string): Promise<void> {
    const kept = ['checkpoint', 'previous', 'log'].map((field) => `${field}:${generation}`);
    await this.redis.hdel(this.key, ...kept);
    await this.redis.del(parkedKey(this.projection, generation));
  }
}

/** Why the generation that is being filled is kept from its readers; null when it is not. */
export const refusalOf = ({ registry, refusal }: Stored): Refusal | null =>
  refusal !== null && refusal.generation === registry?.building?.id ? refusal : null;

const startingWith = (
  start: string,
  fields: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(fields)
      .filter(([field]) => field.startsWith(start))
      .map(([field, value]) => [field.slice(start.length), value]),
  );

/** Null for what is missing or was written by somebody else: both are made anew. */
const readAs = <T>(schema: z.ZodType<T>, text: string): T | null => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

export const progressAt = (position: string, head: bigint | null): Progress => ({
  position,
  head: `${head ?? NOTHING}`,
  percent: percentOf(position, head),
});

const percentOf = (position: string, head: bigint | null): number => {
  if (head === null) return 100;
  if (position === NOTHING) return 0;
  if (head === 0n || BigInt(position) >= head) return 100;
  return Number((BigInt(position) * 100n) / head);
};
