import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listErasure, listedErasures } from './erasure-list.js';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'erasures-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

it.each([
  ['nobody', '', []],
  ['somebody', '{"person":"a","at":"2026-03-16T12:00:00.000Z"}\n', ['a']],
  ['somebody, and of a line that a full disk cut short', '{"person":"a"}\n{"pers', ['a']],
])('lists who is erased beside %s', (_, before, people) => {
  writeFileSync(join(dataDir, 'erasures.jsonl'), before);
  listErasure(dataDir, 'b', new Date());
  expect(listedErasures(dataDir)).toEqual([...people, 'b']);
});
