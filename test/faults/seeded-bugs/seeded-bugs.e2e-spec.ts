import { expect, it } from '@jest/globals';
import { existsSync, rmSync } from 'node:fs';
import { copyWithBug } from './copy-with-bug.js';
import { SEEDED_BUGS } from './seeded-bugs.js';

it.each(Object.entries(SEEDED_BUGS))('%s changes the build', (_, bug) => {
  const copy = copyWithBug(bug);
  expect(existsSync(copy)).toBe(true);
  rmSync(copy, { recursive: true });
});

it('text that the build lacks is an error', () =>
  expect(() => copyWithBug({ ...SEEDED_BUGS['intent']!, changes: [['no such text', '']] })).toThrow(
    '0 times in the build',
  ));
