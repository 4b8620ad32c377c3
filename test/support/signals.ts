import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from './backstop.js';
import type { Json, Service } from './service.js';

type SignalApp = 'api' | 'worker' | 'projector';
export type Health = { readonly status: number; readonly body: Json };

/** Metrics and health endpoints of a process. */
export const signalsOf = (service: Pick<Service, 'dataDir'>, app: SignalApp) => {
  const url = () => readFileSync(join(service.dataDir, 'run', `${app}.metrics`), 'utf8').trim();
  const get = (path: string) =>
    fetch(`${url()}${path}`, { signal: AbortSignal.timeout(BACKSTOP_MS) });
  const health = async (): Promise<Health> => {
    const answer = await get('/health/ready');
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const metrics = async () => parsed(await (await get('/metrics')).text());
  return { url, health, metrics };
};

export type Figure = { readonly name: string; readonly labels: Json; readonly value: number };

/** Parses the used subset of Prometheus' text format. */
const parsed = (text: string): readonly Figure[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] =
      /^([a-z_]+[a-z0-9_]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, key, is]) => [key, is]);
    return [{ name, labels: Object.fromEntries(pairs) as Json, value: Number(value) }];
  });

/** Returns the sum of a metric's values with these labels, or null without such a value. */
export const valueOf = (figures: readonly Figure[], name: string, labels: Json = {}) => {
  const found = figures.filter(
    (each) =>
      each.name === name && Object.entries(labels).every(([key, is]) => each.labels[key] === is),
  );
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0);
};

/** Reads until the result matches. Returns the last result after the time limit. */
export const eventually = async <T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  timeoutMs = BACKSTOP_MS,
): Promise<T> => {
  const endMs = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || Date.now() > endMs) return answer;
    await sleep(100);
  }
};
