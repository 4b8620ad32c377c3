import 'reflect-metadata';
import { Redis } from 'ioredis';
import type { Logger } from '#platform/core/logger.js';
import { pause } from '#platform/core/pause.js';
import { SqliteEventLog } from '#platform/event-store/sqlite-event-log.js';
import { ProjectionControl } from '#platform/read-models/control.js';
import { ProjectionRunner } from '#platform/read-models/projection-runner.js';
import { projections } from '../../../apps/parts.js';
import { opensPartner } from '../../../apps/projector/projector-work.js';
import { inShard, type Shard } from './shard.js';
import { ShardLog } from './shard-log.js';

/** What a shard's process is told at its start. */
export type Task = { readonly file: string; readonly redisUrl: string; readonly shard: Shard };

/** What it tells in the end: its processor time since it was told to begin. */
export type Done = { readonly cpuS: number };

const LOOK_MS = 50;
const WITHIN_MS = 60 * 60_000;

const { file, redisUrl, shard } = JSON.parse(process.argv[2] ?? '') as Task;
const tell = (details: object, message: string) => console.error(message, JSON.stringify(details));
const quiet = () => undefined;
const logger: Logger = { info: quiet, warn: quiet, error: tell };

const models = projections.map((projection) => inShard(projection, shard));

/** A filling is served once it met the end of the log and passed its audit. */
const allServed = async (redis: Redis): Promise<boolean> => {
  const all = models.map(({ name }) => new ProjectionControl(redis, name).load());
  return (await Promise.all(all)).every(
    ({ registry }) => registry !== null && registry.active !== null && registry.building === null,
  );
};

const build = async (): Promise<Done> => {
  const began = process.cpuUsage();
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const log = new ShardLog(SqliteEventLog.open(file), shard);
  const runners = models.map(
    (projection) => new ProjectionRunner({ redis, log, logger, projection, opensPartner }),
  );
  for (const runner of runners) runner.start();
  const endMs = Date.now() + WITHIN_MS;
  while (!(await allServed(redis))) {
    if (Date.now() > endMs) throw new Error(`not built within ${WITHIN_MS / 60_000} min`);
    await pause(LOOK_MS);
  }
  const { user, system } = process.cpuUsage(began);
  await Promise.all(runners.map((runner) => runner.stop()));
  await log.close();
  redis.disconnect();
  return { cpuS: (user + system) / 1_000_000 };
};

// Whoever started it may have died.
process.once('disconnect', () => process.exit());
process.once('message', () => {
  void build().then((done) => process.send?.(done, () => process.disconnect()));
});
process.send?.('ready');
