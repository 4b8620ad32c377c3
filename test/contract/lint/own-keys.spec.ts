import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import { parser } from 'typescript-eslint';

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

const folder = mkdtempSync(join(tmpdir(), 'brokerage-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

const configOf = async (file: string) =>
  (await new ESLint().calculateConfigForFile(file)) as Linter.Config;

/** In a project of this file alone: the types of all others would take ten seconds. */
const linted = async () => {
  const { plugins: { house } = {} } = await configOf('apps/api/main.ts');
  const compilerOptions = { strict: true, lib: ['ES2024'], types: [] };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['code.ts'] }));
  writeFileSync(join(folder, 'code.ts'), CODE);
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser, parserOptions: { project, tsconfigRootDir: folder } },
    plugins: { house: house! },
    rules: { 'house/own-keys': 'error' },
  };
  return new Linter({ cwd: folder }).verify(CODE, config, join(folder, 'code.ts'));
};

describe('the rule about own keys', () => {
  it('refuses text as a key of a table, and nothing else', async () =>
    expect((await linted()).map(({ ruleId, line }) => [ruleId, line])).toEqual([
      ['house/own-keys', 5],
      ['house/own-keys', 6],
    ]));

  it.each([
    ['apps/api/main.ts', 2],
    ['libs/platform/src/core/us-states.ts', 2],
    ['libs/platform/src/core/us-states.spec.ts', undefined],
  ])('looks at what runs: %s', async (file, level) => {
    const { rules } = await configOf(file);
    expect([rules?.['house/own-keys']].flat()[0]).toBe(level);
  });
});
