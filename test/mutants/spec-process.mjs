/** Runs specs for its parent: all as they are, to see what they reach; then those of a mutant. */
import { performance } from 'node:perf_hooks';
import { imports, importAnew, mutate } from './hooks.mjs';

const { runSpec } = await import('./spec-globals.ts');

let number = 0;
let strayed = null;
process.on('uncaughtException', (error) => (strayed ??= error));
process.on('unhandledRejection', (error) => (strayed ??= error));

const runOne = async (spec, testMs) => {
  process.send({ begun: spec });
  strayed = null;
  const startedAt = performance.now();
  let error = null;
  try {
    await runSpec(() => importAnew(spec, number), testMs);
  } catch (thrown) {
    error = thrown ?? new Error('nothing was thrown');
  }
  await new Promise((done) => setImmediate(done));
  const failure = error ?? strayed;
  return {
    spec,
    ms: performance.now() - startedAt,
    failure: failure === null ? null : String(failure?.message ?? failure).slice(0, 500),
    stray: error === null && strayed !== null,
  };
};

/** Everything that a file reaches by its imports. */
const reachedFrom = (path, seen = new Set()) => {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const next of imports.get(path) ?? []) reachedFrom(next, seen);
  return seen;
};

const work = {
  survey: async ({ specs }) => {
    const found = [];
    for (const { spec, testMs } of specs) {
      number += 1;
      const result = await runOne(spec, testMs);
      found.push({ ...result, reaches: [...reachedFrom(spec)] });
    }
    return found;
  },
  mutant: async ({ path, text, specs }) => {
    number += 1;
    mutate(path, text);
    for (const { spec, testMs } of specs) {
      const result = await runOne(spec, testMs);
      if (result.failure !== null) return result;
    }
    return null;
  },
};

process.on('message', async ({ kind, ...request }) => {
  const { result, error } = await work[kind](request).then(
    (done) => ({ result: done }),
    (thrown) => ({ error: String(thrown) }),
  );
  process.send({ result, error, memoryBytes: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit());
process.send('ready');
