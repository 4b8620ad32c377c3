import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDER = 'docs/adr';

const decisions = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort();

const titleOf = (name: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(FOLDER, name), 'utf8'))?.[1] ?? '';

describe('the decisions', () => {
  it('have a number each', () => {
    const numbers = decisions.map((name) => /^\d{4}(?=-)/.exec(name)?.[0]);
    expect(new Set(numbers).size).toBe(decisions.length);
    expect(numbers).not.toContain(undefined);
  });

  it('stand in the index, in order, under their titles', () => {
    const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const listed = [...index.matchAll(/^- (.+)$/gm)].map(([, entry]) => entry);
    expect(listed).toEqual(decisions.map((name) => `[${titleOf(name)}](${name})`));
  });
});
