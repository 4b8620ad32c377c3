import { beforeEach, expect, it } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { readingFailed } from '#kernel/metrics.js';
import { type GaugeSource, GaugeCollectors } from './gauge-collectors.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const now = new Date();
let registry: Registry;
let plain: Gauge;
let labelled: Gauge;

beforeEach(() => {
  registry = new Registry();
  const registers = [registry];
  plain = new Gauge({ name: 'plain', help: '-', registers });
  labelled = new Gauge({ name: 'labelled', help: '-', labelNames: ['what'], registers });
  registry.registerMetric(readingFailed);
});

const reading = (name: string, gauge: Gauge, read: () => Promise<number>): GaugeSource => ({
  name,
  gauges: [gauge],
  read: async () => [{ gauge, labels: gauge === plain ? {} : { what: name }, value: await read() }],
});
/** Lines with values of the two gauges. */
const reported = async () =>
  (await registry.metrics()).split('\n').filter((line) => /^(plain|labelled)/.test(line));

it('reports the values that were read', async () => {
  const readings = [reading('a', plain, async () => 7), reading('b', labelled, async () => 0)];
  await new GaugeCollectors(readings, quiet).refresh(now);
  expect(await reported()).toEqual(['plain 7', 'labelled{what="b"} 0']);
});

it('leaves out and reports a failed source, and keeps the others', async () => {
  let fails = false;
  let elapsedMs = 0;
  const read = () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(7));
  const both = [reading('a', plain, read), reading('b', labelled, async () => 1)];
  const readings = new GaugeCollectors(both, quiet, () => elapsedMs);
  await readings.refresh(now);
  [fails, elapsedMs] = [true, 10_000];
  await readings.refresh(now);
  expect(await reported()).toEqual(['labelled{what="b"} 1']);
  expect(await registry.metrics()).toContain('brokerage_reading_failed{reading="a"} 1');
  expect(await registry.metrics()).toContain('brokerage_reading_failed{reading="b"} 0');
});

it('reads once for several requests within two seconds', async () => {
  let [reads, elapsedMs] = [0, 0];
  const count = async () => ++reads;
  const readings = new GaugeCollectors([reading('a', plain, count)], quiet, () => elapsedMs);
  await Promise.all([readings.refresh(now), readings.refresh(now)]);
  elapsedMs = 1_999;
  await readings.refresh(now);
  expect(reads).toBe(1);
  elapsedMs = 2_000;
  await readings.refresh(now);
  expect(reads).toBe(2);
});
