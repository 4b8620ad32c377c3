import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEventLog } from './sqlite-event-log.js';

const KEY = 'v1.k1.the-wrapped-key-of-somebody';

let folder: string;
let log: SqliteEventLog;

const isThere = () =>
  readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(KEY));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'person-keys-'));
  log = SqliteEventLog.open(join(folder, 'events.db'));
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

it('a destroyed key is absent from all files, with other keys before and after it', async () => {
  for (let i = 0; i < 300; i++) await log.keys.create(`p-${i}`, i === 150 ? KEY : `other ${i}`);
  expect(isThere()).toBe(true);
  await log.keys.destroy('p-150');
  expect(isThere()).toBe(false);
  expect([...(await log.keys.find(['p-149', 'p-150']))]).toEqual([
    ['p-149', 'other 149'],
    ['p-150', null],
  ]);
});
