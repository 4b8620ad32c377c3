import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { Service } from '../../support/service.js';

const APPS = ['api', 'worker', 'projector', 'sandbox', 'redis'] as const;
const MIB = 1024 * 1024;

/** Lines for people: what the stores and each process take. */
export const figuresOf = async (service: Service, redis: Redis): Promise<readonly string[]> => {
  const memory = await redis.info('memory');
  const used = Number(/used_memory:(\d+)/.exec(memory)?.[1] ?? 0);
  const log = statSync(join(service.dataDir, 'events.db')).size;
  return [
    `event log ${mib(log)}, Redis ${mib(used)} in ${(await redis.dbsize()).toLocaleString('en-US')} keys`,
    ...APPS.map((app) => {
      const [now, peak] = residentBytes(service.pid(app));
      return `${app}: ${mib(now)} resident, ${mib(peak)} at most`;
    }),
  ];
};

const residentBytes = (pid: number): readonly [number, number] => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
  return [of('VmRSS') * 1_024, of('VmHWM') * 1_024];
};

const mib = (bytes: number): string => `${Math.round(bytes / MIB).toLocaleString('en-US')} MiB`;
