import { readFileSync } from 'node:fs';
import { ORDERINGS, type Term, type TimingName, msOf, sumOf, timing } from './orderings.js';
import { formatted } from '../markdown.js';

export const PAGE = 'docs/timing.md';
const SOURCE = 'libs/platform/src/core/timing.ts';
const CONSOLE = 'apps/console/src/timing.ts';

const HEAD = `# Timing

<!-- Written by \`npm run docs:timing\` from both timing.ts and the orderings; change those. -->

Every wait, time-out, lock, lease, window and poll interval of the running code, from
[timing.ts](../${SOURCE}) and, for the console, [timing.ts](../${CONSOLE}), and the order that must hold
between them, from [orderings.ts](../test/contract/timing/orderings.ts); a test asserts each row. The sandbox has a pace of
its own, since it plays other firms ([sandbox.options.ts](../apps/sandbox/sandbox.options.ts)).
`;

const ORDER = `## What must hold

What stands on the left, one after the other, takes less time than what stands on the right.`;

type Entry = { readonly name: TimingName; readonly why: string };
type Group = { readonly title: string; readonly entries: readonly Entry[] };

const ENTRY = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export const (\w+)/g;

/** The tables of both sources, by their headings: line comments that stand alone. */
export const groups = (): readonly Group[] => {
  const parts = [SOURCE, CONSOLE].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split(/^\/\/ /m)
      .slice(1),
  );
  return parts.map((part) => ({
    title: part.split('\n', 1)[0] ?? '',
    entries: [...part.matchAll(ENTRY)].map(([, comment = '', name = '']) => ({
      name: name as TimingName,
      why: comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim(),
    })),
  }));
};

export const timingPage = async (): Promise<string> => {
  const tables = groups().map(({ title, entries }) =>
    [`## ${title}`, table(['name', 'how long', 'why'], entries.map(cells))].join('\n\n'),
  );
  const orders = ORDERINGS.map(({ less, more, why }) => [
    `${less.map(named).join(' + ')} < ${named(more)}`,
    `${shown(sumOf(less))} < ${shown(sumOf([more]))}`,
    why,
  ]);
  const order = [ORDER, table(['order', 'today', 'why'], orders)].join('\n\n');
  const text = [HEAD, ...tables, order].join('\n\n');
  return formatted(PAGE, text);
};

const cells = ({ name, why }: Entry): readonly string[] => [
  `<a id="${name.toLowerCase()}"></a>\`${name}\``,
  Array.isArray(timing[name]) ? timing[name].map(shown).join(', ') : shown(msOf(name)),
  why,
];

const named = (term: Term): string => (term in timing ? `\`${term}\`` : term);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const UNITS: readonly (readonly [ms: number, from: number, unit: string])[] = [
  [86_400_000, 2, 'days'],
  [3_600_000, 1, 'h'],
  [60_000, 2, 'min'],
];

/** `20 s`, `2.5 s`, `50 ms`, `30 days`. */
const shown = (ms: number): string => {
  const whole = UNITS.find(([size, from]) => ms >= size * from && ms % size === 0);
  if (whole !== undefined) return `${ms / whole[0]} ${whole[2]}`;
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
};
