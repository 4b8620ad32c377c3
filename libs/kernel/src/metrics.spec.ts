import { expect, it } from '@jest/globals';
import { Counter, Gauge, Histogram, type Metric } from 'prom-client';
import * as exported from './metrics.js';

const isMetric = (value: unknown): value is Metric =>
  value instanceof Counter || value instanceof Gauge || value instanceof Histogram;

it('every metric belongs to a process', () => {
  const shown = new Set<unknown>(Object.values(exported.METRICS).flat());
  const hidden = Object.entries(exported).filter(([, each]) => isMetric(each) && !shown.has(each));
  expect(hidden.map(([name]) => name)).toEqual([]);
});
