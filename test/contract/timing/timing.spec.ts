import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ORDERINGS, type TimingName, msOf, sumOf, timing } from './orderings.js';
import { PAGE, groups, timingPage } from './page.js';

const names = Object.keys(timing) as TimingName[];

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => ending.test(name));

/** The code that runs. The sandbox plays other firms. */
const sources = ['apps', 'libs']
  .flatMap((folder) => filesIn(folder, /\.tsx?$/))
  .filter((name) => !/^apps\/sandbox\/|\.(spec|examples)\.ts$|\/timing\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

describe('the order of', () => {
  const rows = ORDERINGS.map((row) => ({ ...row, name: `${row.less.join(' + ')} < ${row.more}` }));

  it.each(rows)('$name', ({ less, more, why }) => {
    if (sumOf(less) >= sumOf([more])) throw new Error(`${sumOf(less)} ms: ${why}`);
  });

  it('what BullMQ does is as it is taken for granted', () => {
    const backend = filesIn('node_modules/bullmq/dist/esm/classes', /worker\.js$/);
    const text = backend.map((file) => readFileSync(file, 'utf8')).join('\n');
    const [, seconds = ''] = /aximumBlockTimeout = (\d+)/.exec(text) ?? [];
    expect(Number(seconds) * 1_000).toBe(timing.QUEUE_BLOCK_MAX_MS);
  });
});

describe('the table', () => {
  it.each(names)('says why %s is as it is', (name) => {
    const entries = groups().flatMap((group) => group.entries);
    expect(entries.find((entry) => entry.name === name)?.why).toMatch(/^[^]+\.$/);
  });

  it.each(names)('has %s because something uses it', (name) => {
    const isUsed = (text: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
    const isOrdered = ORDERINGS.some(({ less, more }) => [...less, more].includes(name));
    expect(isOrdered || sources.some(({ text }) => isUsed(text))).toBe(true);
  });

  it('has every duration of the code', () => {
    const found = sources.flatMap(({ name, text }) =>
      [...text.matchAll(DURATION)]
        .map(([, word = '']) => word)
        .filter((word) => !NO_WAITS.test(word))
        .map((word) => `${word} in ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('is where every wait takes its number from', () => {
    const found = sources.filter(({ text }) => BARE_WAITS.some((each) => each.test(text)));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it('is the page', async () => {
    if (readFileSync(PAGE, 'utf8') !== (await timingPage()))
      throw new Error(`${PAGE} is behind the code. Run \`npm run docs:timing\`, and commit it.`);
  });
});

/** A name with a unit of time that is given a number, or several. */
const DURATION = /\b(\w+_M?S|\w*[a-z](?:Ms|S))\b(?:: \w+)?(?: =|:| \?\?) (?:[1-9]|\[[0-9])/g;
const BARE_WAITS = [
  /\b(?:pause|sleep|timeout|within|withTimeout)\([1-9]/,
  /\bset(?:Timeout|Interval)\(.*, [1-9][\d_]*\)/,
  /^\s*\}, [1-9][\d_]*\);/m,
  /\bunavailable\((?:(?!;\n)[^])*?,\s+[1-9]\d*,?\s*\)/,
];
/** Units, bounds of histograms and the calendar: nothing waits for them. */
const NO_WAITS = /^(SECOND|MINUTE|HOUR|DAY|YEAR|AROUND)_M?S$|^(CALL_BUCKETS|AGES)_S$/;

const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  second: 1_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** `20 s`, `15 minutes`. Not a number when it is none of these. */
const parsed = (figure: string): number => {
  const [, value = '', unit = ''] =
    /^([\d.]+) (m?s|min|h|second|minute|hour|day)s?$/.exec(figure) ?? [];
  return Number(value) * (MS[unit] ?? NaN);
};

describe('a figure that points to the table', () => {
  const pages = ['README.md', 'SECURITY.md', ...filesIn('docs', /\.md$/)];
  const links = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\[([^\]]+)\]\([^)\s]*timing\.md#(\w+)\)/g)].map(
      ([, figure = '', anchor = '']) => ({ page: basename(page), figure, anchor }),
    ),
  );

  it('stands in the documents', () => expect(links.length).toBeGreaterThan(20));

  it.each(links)('is right: $figure, $anchor in $page', ({ figure, anchor }) => {
    const name = names.find((each) => each.toLowerCase() === anchor);
    expect(name).toBeDefined();
    if (name !== undefined) expect(parsed(figure)).toBe(msOf(name));
  });
});
