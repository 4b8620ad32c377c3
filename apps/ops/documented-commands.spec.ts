import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { leavesOf } from './examples.js';
import { makeProgram } from './program.js';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('benchmarks'))
    .map((name) => join('docs', name)),
].map((page) => [page, readFileSync(page, 'utf8').replaceAll('\\\n', ' ')] as const);

/** Returns the lines of code blocks without comments, and inline code. */
const codeOf = (page: string): string[] => {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.replace(/(^| )# .*/, '')),
  );
  const prose = page.replace(/^```.*?^```$/gms, '');
  return [...blocks, ...[...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)];
};

const leaves = new Map(leavesOf(makeProgram()));
const groups = [...leaves.keys()]
  .filter((name) => / /.test(name))
  .map((name) => name.split(' ')[0]);
const spanOfCommand = new RegExp(`^(${groups.join('|')}) [a-z-]+( |$)`);

/** Returns operator commands in a text: after `ops --`, and code that begins with a command group. */
const commandsOf = (code: string): string[] => {
  const called = [...code.matchAll(/\bops (?:-- )?([a-z][^|;)&]*)/g)].map(([, rest = '']) => rest);
  return called.length === 0 && spanOfCommand.test(code) ? [code] : called;
};

/** Returns the unknown command or options as an error, or null. */
const errorOf = (text: string): string | null => {
  const words = text.trim().split(/\s+/);
  const name = [words.slice(0, 2).join(' '), words[0]!].find((each) => leaves.has(each));
  const command = name === undefined ? undefined : leaves.get(name);
  if (command === undefined) return `there is no command ${words.slice(0, 2).join(' ')}`;
  const known = ['--json', '--help', ...command.options.map(({ long }) => long)];
  const unknown = text.match(/--[a-z][a-z-]*/g)?.filter((option) => !known.includes(option)) ?? [];
  return unknown.length === 0 ? null : `${name} has no option ${unknown.join(', ')}`;
};

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
const longTests = readFileSync('scripts/long.mjs', 'utf8');

describe.each(pages)('the commands of %s', (_, page) => {
  const code = codeOf(page);

  it('exist, with their options', () => {
    const errors = code.flatMap(commandsOf).map((text) => ({ text, error: errorOf(text) }));
    expect(errors.filter(({ error }) => error !== null)).toEqual([]);
  });

  it('are scripts of the package and names of long tests', () => {
    const names = code.flatMap((text) =>
      [...text.matchAll(/\bnpm run (?:-s )?([a-z:]+)/g)].map(([, name = '']) => name),
    );
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
    const long = code.flatMap((text) =>
      [...text.matchAll(/\bnpm run long -- ([a-z-]+)/g)].map(([, name = '']) => name),
    );
    const listed = (name: string) => new RegExp(`^  '?${name}'?: \\{`, 'm').test(longTests);
    expect(long.filter((name) => name !== 'all' && !listed(name))).toEqual([]);
  });
});
