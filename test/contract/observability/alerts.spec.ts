import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { METRICS } from '#kernel/metrics.js';

const read = (path: string) => readFileSync(path, 'utf8');

const alertFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboardFile = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

const alerts = alertFile
  .parse(parse(read('ops/prometheus/alerts.yml')))
  .groups.flatMap(({ rules }) => rules);
const panels = dashboardFile.parse(JSON.parse(read('ops/grafana/brokerage.json'))).panels;
const sections = [...read('docs/operators/alerts.md').matchAll(/^### `([A-Z]\w+)`/gm)].map(
  ([, name]) => name!,
);

/** Every name and its labels, as the processes tell them. */
const told = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const metric of new Set(Object.values(METRICS).flat())) registry.registerMetric(metric);
  const names = new Map<string, readonly string[]>();
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as { name: string; labelNames?: string[] };
    const ends = 'observe' in metric ? ['_bucket', '_count', '_sum'] : [''];
    for (const end of ends) names.set(`${name}${end}`, [...labelNames, 'app', 'instance', 'le']);
  }
  return names.set('up', ['job']);
};

const known = told();

/** What an expression asks for: names, and the labels that it chooses them by. */
const asked = (expr: string) =>
  [...expr.matchAll(/\b(up|(?:brokerage|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', chosen = '']) => ({
      name,
      labels: [...chosen.matchAll(/([a-z_]+)(?==|!|~)/g)].map(([, label]) => label!),
    }),
  );

const expressions = [
  ...alerts.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [`panel ${title}`, expr] as const),
  ),
];

describe('alerts and dashboard', () => {
  it.each(expressions)('%s asks for what the processes tell', (_, expr) => {
    const found = asked(expr);
    expect(found).not.toEqual([]);
    for (const { name, labels } of found) {
      expect([...known.keys()]).toContain(name);
      expect([name, labels.filter((label) => !known.get(name)!.includes(label))]).toEqual([
        name,
        [],
      ]);
    }
  });

  it('show every figure of the house somewhere', () => {
    const shown = new Set(expressions.flatMap(([, expr]) => asked(expr).map(({ name }) => name)));
    const silent = Object.values(METRICS)
      .flat()
      .map((metric) => (metric as unknown as { name: string }).name)
      .filter((name) => ![...shown].some((each) => each.startsWith(name)));
    expect(silent).toEqual([]);
  });

  it('are explained, each alert in a section of its own', () =>
    expect([...sections].sort()).toEqual(alerts.map(({ alert }) => alert).sort()));

  it.each(alerts.map(({ alert, annotations }) => [alert, annotations.runbook]))(
    '%s leads to its section',
    (alert, runbook) => expect(runbook).toBe(`docs/operators/alerts.md#${alert.toLowerCase()}`),
  );
});
