import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { requireData } from './data.js';
import { inService } from './session.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('rejects a directory without an event log, and does not create one', async () => {
  expect(() => requireData({ DATA_DIR: folder })).toThrow(
    `The folder ${folder} lacks an event log`,
  );
  const { DATA_DIR } = process.env;
  process.env['DATA_DIR'] = folder;
  const complained = jest.spyOn(console, 'error').mockReturnValue();
  try {
    await inService(() => Promise.reject(new Error('was opened')))({}, new Command());
  } finally {
    if (DATA_DIR === undefined) delete process.env['DATA_DIR'];
    else process.env['DATA_DIR'] = DATA_DIR;
    process.exitCode = undefined;
    complained.mockRestore();
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('accepts an event log or another event store', () => {
  writeFileSync(join(folder, 'events.db'), '');
  expect(() => requireData({ DATA_DIR: folder })).not.toThrow();
  expect(() => requireData({ EVENT_STORE_URL: 'esdb://127.0.0.1:2113' })).not.toThrow();
});

it('ignores empty variables', () => {
  writeFileSync(join(folder, 'events.db'), '');
  expect(() => requireData({ DATA_DIR: folder, EVENT_STORE_URL: '' })).not.toThrow();
  rmSync(join(folder, 'events.db'));
  expect(() => requireData({ DATA_DIR: folder, EVENT_STORE_URL: '' })).toThrow(folder);
});
