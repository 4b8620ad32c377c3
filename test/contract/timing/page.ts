import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONSTANTS, type TimeConstant } from './constants.js';
import { formatted } from '../markdown.js';

export const PAGE = 'docs/reference/timing.md';

const HEAD = `# Timing

<!-- Written by \`npm run docs:timing\` from the time constants that the documents link; change those. -->

Times that an operator or a partner can notice. Each constant stands where the code uses it. A test compares the
figures of all documents with the code, and
[orderings.ts](../../test/contract/timing/orderings.ts) asserts which time must be shorter than another.
`;

/** Links of the documents to rows of the page. */
export type Link = { readonly page: string; readonly figure: string; readonly anchor: string };

export const links = (): readonly Link[] =>
  ['README.md', 'SECURITY.md', ...markdownIn('docs')].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\[([^\]]+)\]\([^)\s]*timing\.md#(\w+)\)/g)].map(
      ([, figure = '', anchor = '']) => ({ page, figure, anchor }),
    ),
  );

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

export const timingPage = async (): Promise<string> => {
  const linked = new Set(links().map(({ anchor }) => anchor));
  const rows = [...CONSTANTS.values()].filter(({ name }) => linked.has(name.toLowerCase()));
  const sorted = rows.sort((a, b) => (a.name < b.name ? -1 : 1)).map(cells);
  return formatted(PAGE, [HEAD, table(['name', 'how long', 'why', 'where'], sorted)].join('\n\n'));
};

const cells = ({ name, values, why, file }: TimeConstant): readonly string[] => [
  `<a id="${name.toLowerCase()}"></a>\`${name}\``,
  values.map((value) => shown(name.endsWith('_S') ? value * 1_000 : value)).join(', '),
  why,
  `[${file.startsWith('test/') ? 'promise' : (file.split('/')[1] ?? file)}](../../${file})`,
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const UNITS: readonly (readonly [ms: number, from: number, unit: string])[] = [
  [86_400_000, 2, 'days'],
  [3_600_000, 1, 'h'],
  [60_000, 2, 'min'],
];

/** Writes a duration: `20 s`, `2.5 s`, `50 ms`, `30 days`. */
const shown = (ms: number): string => {
  const whole = UNITS.find(([size, from]) => ms >= size * from && ms % size === 0);
  if (whole !== undefined) return `${ms / whole[0]} ${whole[2]}`;
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
};
