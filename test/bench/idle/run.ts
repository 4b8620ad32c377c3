import { readFileSync } from 'node:fs';
import { pause } from '#platform/core/pause.js';
import { type App, Service } from '../../support/service.js';
import { spentBy } from '../history/processor-time.js';

/**
 * `npm run long -- idle`: what a service that nobody asks for anything takes of processor and memory,
 * on embedded stores: after its start, and after some journeys of users. It is to be less than 3 % of
 * a core and 500 MB in all.
 */
const SECONDS = Number(process.env['IDLE_SECONDS'] ?? 60);
const JOURNEYS = Number(process.env['IDLE_JOURNEYS'] ?? 10);
const REST_MS = 30_000;
const PERCENT_MAX = 3;
const MB_MAX = 500;

/** Shared pages are divided among those who share them. */
const megabytes = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) / 1_024;
};

const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

/** Answers whether it is as little as it is to be. */
const measure = async (service: Service, when: string): Promise<boolean> => {
  await pause(REST_MS);
  const before = spentBy(service);
  await pause(SECONDS * 1_000);
  const after = spentBy(service);
  let [percentInAll, mbInAll] = [0, 0];
  for (const [app, ms] of after) {
    const percent = (ms - (before.get(app) ?? 0)) / SECONDS / 10;
    const mb = megabytes(service.pid(app as App));
    percentInAll += percent;
    mbInAll += mb;
    line([when, app, percent.toFixed(2), mb.toFixed(0)]);
  }
  line([when, 'all', percentInAll.toFixed(2), mbInAll.toFixed(0)]);
  return percentInAll < PERCENT_MAX && mbInAll < MB_MAX;
};

const service = await Service.start({ LOG_LEVEL: 'info' });
try {
  line(['when', 'process', '% of a core', 'MB']);
  line(['---', '---', '--:', '--:']);
  const atStart = await measure(service, 'after the start');
  for (let journey = 0; journey < JOURNEYS; journey++) await service.tour();
  const later = await measure(service, `after ${JOURNEYS} journeys`);
  process.exitCode = atStart && later ? 0 : 1;
} finally {
  await service.stop();
}
