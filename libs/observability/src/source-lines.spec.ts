import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inSources } from './source-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'source lines (1) '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first letter of the built file maps to the third line of its source. */
const MAP = { version: 3, sources: ['../src/built.ts'], names: [], mappings: 'AAEA' };
const built = (name: string) => pathToFileURL(join(folder, name)).href;
const trace = (file: string) =>
  ['Error: no:1:1', `    at Asked.answer (${file}:1:1)`, `    at async ${file}:1:1`].join('\n');

describe('a stack trace', () => {
  writeFileSync(join(folder, 'built.js.map'), JSON.stringify(MAP));
  writeFileSync(join(folder, 'broken.js.map'), '{');

  it('names the lines of the sources', () => {
    const source = join(folder, '..', 'src', 'built.ts');
    expect(inSources(trace(built('built.js')))).toBe(
      `Error: no:1:1\n    at Asked.answer (${source}:3:1)\n    at async ${source}:3:1`,
    );
  });

  it.each([
    ['a file without a map', built('other.js')],
    ['a map that cannot be read', built('broken.js')],
    ['a package', built('node_modules/built.js')],
    ['Node itself', 'node:events'],
  ])('stays as it is for %s', (_, file) => expect(inSources(trace(file))).toBe(trace(file)));
});
