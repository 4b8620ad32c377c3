import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const CODE = `
const NAMES: Readonly<Record<string, string>> = { DE: 'Germany' };
const BY_KIND: Readonly<Record<'a' | 'b', string>> = { a: 'A', b: 'B' };
const KNOWN = new Map([['DE', 'Germany']]);
export const bad = (code: string) => NAMES[code];
export const badToo = (code: string) => code in NAMES;
export const good = (code: string) => KNOWN.get(code);
export const fine = (kind: 'a' | 'b') => BY_KIND[kind];
export const listed = (list: readonly string[], i: number) => list[i];
`;

/** In the place of a file that is there, for the types. */
const linted = (): readonly { readonly ruleId: string; readonly line: number }[] => {
  const program = ['node_modules/eslint/bin/eslint.js', '--stdin', '--format', 'json'];
  const place = ['--stdin-filename', 'libs/platform/src/core/us-states.ts'];
  const { stdout } = spawnSync(process.execPath, [...program, ...place], {
    input: CODE,
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as [{ messages: ReturnType<typeof linted> }])[0].messages;
};

describe('the rule about own keys', () => {
  it('refuses text as a key of a table, and nothing else', () =>
    expect(linted().map(({ ruleId, line }) => [ruleId, line])).toEqual([
      ['house/own-keys', 5],
      ['house/own-keys', 6],
    ]));
});
