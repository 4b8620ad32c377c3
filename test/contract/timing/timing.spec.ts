import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CONSTANTS, msOf, sourceFiles } from './constants.js';
import { QUEUE_BLOCK_MAX_MS } from './documented.js';
import { ORDERINGS, sumOf } from './orderings.js';
import { PAGE, links, timingPage } from './page.js';

describe('the order of', () => {
  const rows = ORDERINGS.map((row) => ({ ...row, name: `${row.less.join(' + ')} < ${row.more}` }));

  it.each(rows)('$name', ({ less, more, why }) => {
    if (sumOf(less) >= sumOf([more])) throw new Error(`${sumOf(less)} ms: ${why}`);
  });

  it('BullMQ waits as long as the code assumes', () => {
    const folder = 'node_modules/bullmq/dist/esm/classes';
    const workers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('worker.js'),
    );
    const text = workers.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    const [, seconds = ''] = /aximumBlockTimeout = (\d+)/.exec(text) ?? [];
    expect(Number(seconds) * 1_000).toBe(QUEUE_BLOCK_MAX_MS);
  });
});

describe('a time constant', () => {
  it('has a comment that says why', () => {
    const silent = [...CONSTANTS.values()].filter(({ why }) => !why.endsWith('.'));
    expect(silent.map(({ name, file }) => `${name} in ${file}`)).toEqual([]);
  });

  it('is used by every wait of the code', () => {
    const found = sourceFiles().filter((name) => {
      const text = readFileSync(name, 'utf8');
      return BARE_WAITS.some((each) => each.test(text));
    });
    expect(found).toEqual([]);
  });

  it('is on the page where a document links it', async () => {
    if (readFileSync(PAGE, 'utf8') !== (await timingPage()))
      throw new Error(`${PAGE} is behind the code. Run \`npm run docs:timing\`, and commit it.`);
  });
});

const BARE_WAITS = [
  /\b(?:pause|sleep|timeout|within|withTimeout)\([1-9]/,
  /\bset(?:Timeout|Interval)\(.*, [1-9][\d_]*\)/,
  /^\s*\}, [1-9][\d_]*\);/m,
  /\bunavailable\((?:(?!;\n)[^])*?,\s+[1-9]\d*,?\s*\)/,
];
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

/** `20 s`, `15 minutes`. NaN for other texts. */
const parsed = (figure: string): number => {
  const [, value = '', unit = ''] =
    /^([\d.]+) (m?s|min|h|second|minute|hour|day)s?$/.exec(figure) ?? [];
  return Number(value) * (MS[unit] ?? NaN);
};

describe('a figure that links a time constant', () => {
  it('is in the documents', () => expect(links().length).toBeGreaterThan(20));

  it.each(links())('is right: $figure, $anchor in $page', ({ figure, anchor }) => {
    const name = [...CONSTANTS.keys()].find((each) => each.toLowerCase() === anchor);
    expect(name).toBeDefined();
    if (name !== undefined) expect(parsed(figure)).toBe(msOf(name));
  });
});
