import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const PAGE = 'docs/developers/interface.md';

type Row = { readonly rule: string; readonly proof: string };

const rows: Row[] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (rule |-)/.test(line))
  .map((line) => {
    const cut = line.lastIndexOf(' | ');
    return { rule: line.slice(2, cut).trim(), proof: line.slice(cut + 3, -2).trim() };
  });

const proofsOf = ({ proof }: Row): string[] => proof.split('<br>');

/** Whether the file has a test or group whose name is, or begins, so. */
const isThere = (proof: string): boolean => {
  const [, file = '', name = ''] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
  if (name === '' || !existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}`));
};

describe('the rules of the interface', () => {
  it('are listed', () => expect(rows.length).toBeGreaterThan(100));

  it('name tests that exist', () => {
    const wrong = rows.flatMap(proofsOf).filter((proof) => !isThere(proof));
    expect(wrong).toEqual([]);
  });

  it('have a test each', () => {
    const unproven = rows.filter((row) => proofsOf(row).every((proof) => !isThere(proof)));
    expect(unproven.map(({ rule }) => rule)).toEqual([]);
  });
});
