import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { textKeysIn } from '../../../scripts/lib/own-keys.mjs';

const CODE = `
type Names = Readonly<Record<string, string>>;
const NAMES: Names = { DE: 'Germany' };
const BY_KIND: Readonly<Record<'a' | 'b', string>> = { a: 'A', b: 'B' };
const KNOWN = new Map([['DE', 'Germany']]);
export const bad = (code: string) => NAMES[code];
export const badToo = (code: string) => code in NAMES;
export const badAsWell = (names: Names | undefined, code: string) => names?.[code];
export const good = (code: string) => KNOWN.get(code);
export const fine = (kind: 'a' | 'b') => BY_KIND[kind];
export const listed = (list: readonly string[], i: number) => list[i];
export const write = (names: Record<string, string>, code: string) => {
  names[code] = 'Germany';
};
`;

const folder = mkdtempSync(join(tmpdir(), 'brokerage-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('text as a key of a table is refused, and nothing else', () => {
  const project = join(folder, 'tsconfig.json');
  const compilerOptions = { strict: true, lib: ['ES2024'], types: [] };
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const [file, other] = ['code.ts', 'other.ts'].map((name) => join(folder, name));
  for (const name of [file!, other!]) writeFileSync(name, CODE);
  const places = textKeysIn(project, (name) => name === file);
  expect(places).toEqual([6, 7, 8].map((line) => `${file}:${line}`));
});
