import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/node_modules|\bdist\b/.test(name))
    .map((name) => join(folder, name));

const pages = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...filesIn('docs', /\.md$/),
  ...filesIn('clients', /\.md$/),
];

type Target = { readonly file: string; readonly anchor: string };

/** Files and headings that a page links in this project. */
const linksOf = (page: string): Target[] =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .filter(([, file = '']) => !/^[a-z]+:/.test(file))
    .map(([, file = '', anchor = '']) => ({
      file: file === '' ? page : join(dirname(page), file),
      anchor,
    }));

/** Anchors that GitHub makes from the headings of a page, and those that the page names. */
const anchorsOf = (page: string): Set<string> => {
  const text = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  const named = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...named]);
};

const slugOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const isThere = ({ file, anchor }: Target): boolean =>
  existsSync(file) && (anchor === '' || !file.endsWith('.md') || anchorsOf(file).has(anchor));

describe('documentation', () => {
  it.each(pages)('%s links only files and headings that exist', (page) => {
    expect(linksOf(page).filter((link) => !isThere(link))).toEqual([]);
  });

  it('is named in code and settings by files and headings that exist', () => {
    const sources = ['apps', 'libs', 'ops', 'deploy', 'scripts'].flatMap((folder) =>
      filesIn(folder, /\.(ts|tsx|mjs|sql|ya?ml)$/),
    );
    const missing = [...sources, '.env.example', 'docker-compose.yml', 'Dockerfile'].flatMap(
      (source) =>
        [...readFileSync(source, 'utf8').matchAll(/\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g)]
          .map(([link, anchor = '']) => ({ source, file: link.replace(/#.*/, ''), anchor }))
          .filter((link) => !isThere(link)),
    );
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
