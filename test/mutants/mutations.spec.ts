import { describe, expect, it } from '@jest/globals';
import { mutated, mutationsOf } from './mutations.js';
import { Tally, report } from './report.js';
import { subjectsUnder } from './subjects.js';

const all = (source: string) => mutationsOf(source).map((mutation) => mutated(source, mutation));

describe('the mistakes made in a source', () => {
  it.each<[string, string, string[]]>([
    ['a bound', 'const x = a < b', ['const x = a <= b', 'const x = a >= b']],
    ['an equality', 'const x = a === b', ['const x = a !== b']],
    ['arithmetic', 'const x = a - b', ['const x = a + b']],
    ['an addition, not of texts', "const x = a + 'b'", []],
    ['a negation', 'const x = !a', ['const x = a']],
    ['a sign', 'const x = -1n', ['const x = 1n']],
    ['a word', 'const a = true', ['const a = false']],
    ['a condition', 'const a = b ? c : d', ['const a = true ? c : d', 'const a = false ? c : d']],
    ['a guard', 'if (a) return', ['if (true) return', 'if (false) return']],
    ['a statement', 'throw a;', [';']],
    ['a list', 'const a = [b, c]', ['const a = [c]', 'const a = [b]']],
    ['the pairs of a table', 'const a = [[b, c]]', ['const a = []']],
    ['a change', 'const a = { ...b, c }', ['const a = { c }', 'const a = { ...b }']],
    ['an object that changes nothing', 'const a = { b, c }', []],
    ['a method', 'const a = b.some(c)', ['const a = b.every(c)']],
    ['a method that may be missing', 'const a = b.sort(c)', ['const a = b']],
    ['what is waited for', 'const a = await b', ['const a = b']],
    ['what comes next', 'for (;; i++) continue;', ['for (;; i--) continue;', 'for (;; i++) ;']],
    ['types', 'type A = B extends true ? -1 : 1', []],
    ['imports', "import { a } from 'b'", []],
    ['log lines', 'this.logger.warn({ a: !b }, c);', []],
    ['texts', "const a = 'b'", []],
    ['indexes of tables', "const a = { indexes: [['b']], wideIndexes: [['b', c]] }", []],
    ['what every object has', 'const a = b.toString()', []],
  ])('%s', (_, source, expected) => expect(all(source)).toEqual(expected));

  it('of a condition in two parts are all that can be told apart', () =>
    expect(all('const a = b && c === d')).toEqual([
      'const a = b || (c === d)',
      'const a = true && c === d',
      'const a = b && true',
      'const a = b && c !== d',
    ]));

  it('keep apart what the language does not take together', () =>
    expect(mutationsOf('a ?? b ?? c').map(({ label }) => label)).toContain('a ?? b → (a && b)'));

  it('say where and what', () =>
    expect(mutationsOf('\n  a.b =\n    c ?? d')).toMatchObject([
      { line: 2, label: 'a.b = c ?? d → ;' },
      { line: 3, label: 'c ?? d → c && d' },
    ]));
});

it('what is mutated, and what holds it, is there', () => {
  for (const { files, specs } of subjectsUnder([])) {
    expect(files).not.toEqual([]);
    expect(specs).not.toEqual([]);
  }
});

describe('the report', () => {
  const survivor = { file: 'a.ts', line: 3, text: 'a < b', label: 'a < b → a <= b', why: null };
  it('counts what somebody could see, and lists who survived', () => {
    const tally = new Tally('libs/a', ['a.ts']);
    tally.mutants = 11;
    tally.survivors.push(survivor, { ...survivor, line: 4, why: 'both are never equal' });
    expect(report([tally]).split('\n')).toEqual([
      'a.ts:3  a < b → a <= b',
      '    in: a < b',
      'folder  mutants  killed  survived  accepted   score',
      'libs/a       11       9         1         1  90.0 %',
    ]);
  });
});
