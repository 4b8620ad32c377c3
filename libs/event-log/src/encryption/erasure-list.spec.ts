import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyErasures, listErasure, listedErasures } from './erasure-list.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';

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

it('waits for an unavailable store and then destroys the keys', async () => {
  listErasure(dataDir, 'a', new Date());
  const destroyed: string[] = [];
  let failures = 2;
  await applyErasures(dataDir, {
    toDecrypt: (people) =>
      failures-- > 0
        ? Promise.reject(new EventLogUnavailable('away'))
        : Promise.resolve(new Map([...people].map((each) => [each, null]))),
    destroy: (person) => Promise.resolve(void destroyed.push(person)),
  });
  expect(destroyed).toEqual(['a']);
});
