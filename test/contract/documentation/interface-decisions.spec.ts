import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync('docs/partners/interface-decisions.md', 'utf8');

const sources = readdirSync('libs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join('libs', name), 'utf8'))
  .join('\n');

/** Codes, statuses and kinds: words in small letters with an underscore. */
const words = [
  ...new Set([...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word = '']) => word)),
];

const sizes = [
  ...new Set([...page.matchAll(/`([A-Z0-9]+(?:_[A-Z0-9]+)+)`/g)].map(([, word = '']) => word)),
];

describe('interface decisions', () => {
  it.each(words)('%s is a word of the code', (word) => {
    expect(sources).toContain(word);
  });

  it.each(sizes)('%s is a word of the code', (word) => {
    expect(sources).toContain(word);
  });
});
