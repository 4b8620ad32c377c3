import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

/** A browser composes only what its own user wrote. */
const ELSEWHERE = ['libs/kernel/src/normalized.ts', /^apps\/console\//];
const isAllowed = (file: string) =>
  ELSEWHERE.some((each) => (each instanceof RegExp ? each.test(file) : each === file));

it('text is normalised in the one place that judges its length first', () => {
  const files = globSync('{libs,apps}/**/*.ts', { exclude: ['**/node_modules/**'] }).filter(
    (file) => !/\.spec\.ts$/.test(file) && !isAllowed(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('.normalize('))).toEqual([]);
});
