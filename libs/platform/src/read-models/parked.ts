import { z } from 'zod';
import type { Logger } from '../core/logger.js';
import type { Failed } from './changes.js';
import { ProjectionControl } from './control.js';
import { parkedKey } from './keys.js';
import type { RedisClient } from './script.js';

const parkedSchema = z.object({
  stream: z.string(),
  type: z.string(),
  partnerId: z.string(),
  reason: z.string(),
});

/** An event that a projection could not take in; a rebuild with mended code takes it in. */
export type ParkedEvent = z.output<typeof parkedSchema> & {
  readonly projection: string;
  readonly position: string;
};

/** Records such events and raises the alarm. What they carry is nobody's business but the log's. */
export const park = async (
  redis: RedisClient,
  logger: Logger,
  projection: string,
  generation: string,
  failed: readonly Failed[],
): Promise<void> => {
  for (const { event, reason } of failed) {
    const { stream, type } = event;
    const record = { stream, type, partnerId: event.metadata.partnerId, reason };
    const position = `${event.position}`;
    await redis.hset(parkedKey(projection, generation), position, JSON.stringify(record));
    logger.error({ projection, generation, position, ...record }, 'Event parked');
  }
};

/** The parked events of one projection, in the order of the log. */
export const parkedEvents = async (
  redis: RedisClient,
  projection: string,
): Promise<readonly ParkedEvent[]> => {
  const { registry } = await new ProjectionControl(redis, projection).load();
  const generation = registry?.active ?? registry?.building;
  if (!generation) return [];
  const records = await redis.hgetall(parkedKey(projection, generation.id));
  return Object.entries(records)
    .map(([position, json]) => ({
      ...parkedSchema.parse(JSON.parse(json)),
      projection,
      position,
    }))
    .sort((a, b) => (BigInt(a.position) < BigInt(b.position) ? -1 : 1));
};
