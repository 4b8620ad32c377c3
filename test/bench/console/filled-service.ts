import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { openSqlEngine } from '#read-models/open-sql-engine.js';
import { readStoreOn } from '../../../apps/features.js';
import { Service } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { complete } from '../complete.js';
import { figuresOf } from './figures.js';
import { type KnownPartner, type Size, fillLog } from './filled-log.js';
import { LogWriter } from './log-writer.js';

const CLOSED_WITHIN_MS = 600_000;
/** Slower than this, something is wrong. */
const EVENTS_PER_MS_MIN = 1;
const PATIENCE_MS = 120_000;
const LOOK_MS = 500;

export type Filled = {
  readonly service: Service;
  readonly partners: readonly KnownPartner[];
  /** What is to be told of how it came up. */
  readonly told: readonly string[];
};

/** A service that has lived, and lost its Redis and its read models while it was down. */
export const filledService = async (size: Size): Promise<Filled> => {
  const service = await Service.start({ LOG_LEVEL: 'warn' });
  try {
    await service.goDown();
    const filled = timer();
    const log = new LogWriter(join(service.dataDir, 'events.db'));
    const partners = fillLog(log, size);
    const head = log.close();
    const told = [`${head.toLocaleString('en-US')} events written in ${filled()} s`];
    rmSync(join(service.dataDir, 'redis'), { recursive: true });
    for (const file of ['', '-wal', '-shm'])
      rmSync(join(service.dataDir, `read-models.db${file}`), { force: true });
    const began = timer();
    await service.comeUp();
    const redis = new Redis(service.redisPort, '127.0.0.1');
    try {
      const store = readStoreOn(await openSqlEngine(service.readModels));
      await complete(store, head, PATIENCE_MS + head / EVENTS_PER_MS_MIN, LOOK_MS);
      await store.engine.close();
      const tookS = began();
      const perS = Math.round(head / tookS).toLocaleString('en-US');
      told.push(`read models serve after ${tookS} s: ${perS} events/s`);
      await closed(service, partners);
      told.push(`every period that had ended is closed after ${began()} s`);
      told.push(...(await figuresOf(service, redis)));
    } finally {
      redis.disconnect();
    }
    return { service, partners, told };
  } catch (error) {
    await remove(service);
    throw error;
  }
};

/** Without the search for secrets, which takes longer than all the rest in a log of gigabytes. */
export const remove = async (service: Service): Promise<void> => {
  await service.goDown();
  rmSync(service.dataDir, { recursive: true, force: true });
};

type Period = { readonly id: string; readonly status: string; readonly count: number };

/** The worker closes what was cut off; then every period has as many lines as were written. */
const closed = async (service: Service, partners: readonly KnownPartner[]): Promise<void> => {
  const staff = await StaffClient.ofDemo(service, 'operator');
  const endMs = Date.now() + CLOSED_WITHIN_MS;
  for (const { partnerId, periods } of partners) {
    let ended: readonly Period[] = [];
    while (ended.length < periods.length) {
      if (Date.now() > endMs) throw new Error(`only ${ended.length} periods are closed`);
      await sleep(250);
      const path = `/staff/partners/${partnerId}/settlements?limit=100`;
      const { settlements } = (await staff.get(path)).body as { settlements: readonly Period[] };
      ended = settlements.filter(({ status }) => ['closed', 'overdue'].includes(status));
    }
    const counts = new Map(ended.map(({ id, count }) => [id, count]));
    for (const { id, count } of periods)
      if (counts.get(id) !== count)
        throw new Error(`${counts.get(id)} of ${count} lines in the period ${id}`);
  }
};

const timer = () => {
  const beganMs = performance.now();
  return (): number => Math.round((performance.now() - beganMs) / 100) / 10;
};
