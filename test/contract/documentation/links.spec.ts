import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Where a page points to in this project: addresses elsewhere and headings are left out. */
const targets = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

describe('documentation', () => {
  it.each(pages)('%s points only to files that exist', (page) => {
    const missing = targets(page).filter((target) => !existsSync(join(dirname(page), target)));
    expect(missing).toEqual([]);
  });
});

describe('the tour', () => {
  it('walks through eleven files of one feature at most', () => {
    const [, ...stops] = readFileSync('docs/developers/tour.md', 'utf8').split(/^### \d+\. /m);
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.length).toBeLessThanOrEqual(11);
    for (const stop of stops) expect(stop).toMatch(/\]\(\.\.\/\.\.\/libs\/funding\/src\//);
  });
});
