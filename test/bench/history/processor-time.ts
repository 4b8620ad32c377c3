import { readFileSync } from 'node:fs';
import type { App, Service } from '../../support/service.js';

const APPS: readonly App[] = ['api', 'worker', 'projector', 'redis', 'sandbox', 'supervisor'];
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
const [USER, SYSTEM] = [11, 12];

/** Milliseconds of one core by process. */
export type Spent = ReadonlyMap<string, number>;

/** What each process of a service has taken since it began. */
export const spentBy = (service: Service): Spent =>
  new Map(APPS.map((app) => [app, spentMs(service.pid(app))]));

export const spentMs = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the program's name, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
};
