import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const PAGE = 'docs/interface.md';
const NONE = '**no test yet**';

type Row = { readonly rule: string; readonly proof: string };

const rows: Row[] = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (rule |-)/.test(line))
  .map((line) => {
    const cut = line.lastIndexOf(' | ');
    return { rule: line.slice(2, cut).trim(), proof: line.slice(cut + 3, -2).trim() };
  });

const proofsOf = ({ proof }: Row): string[] => (proof === NONE ? [] : proof.split('<br>'));

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

  it('say so where they have no test', () => {
    const silent = rows.filter((row) => row.proof !== NONE && proofsOf(row).length === 0);
    expect(silent.map(({ rule }) => rule)).toEqual([]);
  });
});
