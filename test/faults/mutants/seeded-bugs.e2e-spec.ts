import { expect, it } from '@jest/globals';
import { existsSync, rmSync } from 'node:fs';
import { plantedCopy } from './mutant-copy.js';
import { PLANTS } from './seeded-bugs.js';

it.each(Object.entries(PLANTS))('%s still takes in the build', (_, plant) => {
  const copy = plantedCopy(plant);
  expect(existsSync(copy)).toBe(true);
  rmSync(copy, { recursive: true });
});

it('text that the build does not hold takes nowhere', () =>
  expect(() => plantedCopy({ ...PLANTS['fence']!, changes: [['no such text', '']] })).toThrow(
    '0 times in the build',
  ));
