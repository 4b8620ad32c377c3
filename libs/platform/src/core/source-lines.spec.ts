import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sourcePlace } from './source-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'source-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first letter of the built file comes from the third line of its source. */
const MAP = { version: 3, sources: ['../src/built.ts'], names: [], mappings: 'AAEA' };
const built = (name: string) => pathToFileURL(join(folder, name)).href;
const place = (file: string) => sourcePlace({ file, line: 1, column: 1 }, new Map());

describe('a place in a stack trace', () => {
  writeFileSync(join(folder, 'built.js.map'), JSON.stringify(MAP));
  writeFileSync(join(folder, 'broken.js.map'), '{');

  it('is the one in the source', () =>
    expect(place(built('built.js'))).toBe(`${join(folder, '..', 'src', 'built.ts')}:3:1`));

  it.each([
    ['a file without a map', built('other.js')],
    ['a map that cannot be read', built('broken.js')],
    ['a package', built('node_modules/built.js')],
    ['Node itself', 'node:events'],
  ])('stays as it is for %s', (_, file) => expect(place(file)).toBeNull());
});
