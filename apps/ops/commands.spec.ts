import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import 'reflect-metadata';
import { openEventLog } from '#platform/event-store/open-event-log.js';
import { makeProgram } from './program.js';

const NOBODY = '5f0c7a1e-4c1d-5b56-9a3a-0d6b1c3f2e11';
const env = { ...process.env };
let dataDir: string;
let printed: string[];
let complained: string[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ops-'));
  process.env['DATA_DIR'] = dataDir;
  await (await openEventLog(`sqlite:${dataDir}/events.db`)).close();
  [printed, complained] = [[], []];
  jest.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  jest.spyOn(console, 'error').mockImplementation((text: string) => void complained.push(text));
});

afterEach(() => {
  jest.restoreAllMocks();
  process.env = { ...env };
  process.exitCode = undefined;
  rmSync(dataDir, { recursive: true });
});

const ops = async (...words: readonly string[]) => {
  await makeProgram().parseAsync(['node', 'ops', ...words]);
  return { code: process.exitCode, printed, complained };
};

describe('a command about what there is not', () => {
  it.each([
    ['key list', ['--partner', NOBODY], /no partner 5f0c/],
    ['settlement list', ['--partner', NOBODY], /no partner 5f0c/],
    ['key create', ['--partner', NOBODY], /no such partner/],
    ['partner configure', ['--partner', NOBODY, '--fee-bps', '1'], /no such partner/],
    ['settlement cut-off', ['--partner', NOBODY], /no such partner/],
    ['events', ['--stream', 'deposit-1'], /no stream deposit-1/],
    ['user suspend', ['--user', NOBODY, '--reason', 'x'], /no user/],
    ['staff disable', ['--email', 'nobody@acme.example'], /no such staff/],
    ['settlement import', ['--file', 'nowhere.csv'], /^There is no file nowhere.csv.$/],
    ['backup', ['--to', 'nowhere/log.db', '--force'], /no event log|no directory/],
    ['restore', ['--from', 'nowhere.db'], /no file nowhere.db/],
  ])('%s says so and fails', async (name, options, why) => {
    const { code, printed: out, complained: err } = await ops(...name.split(' '), ...options);
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual([expect.stringMatching(why)]);
  });
});

it('puts a backup in place though somebody else has the process id that an app had once', async () => {
  const backup = join(dataDir, 'backup.db');
  await ops('backup', '--to', backup);
  mkdirSync(join(dataDir, 'run'));
  writeFileSync(join(dataDir, 'run', 'api.pid'), `${process.pid}\n`);
  expect(await ops('restore', '--from', backup)).toMatchObject({ code: undefined, complained: [] });
});

it.each([
  ['is not there', null, 'There is no manifest '],
  ['is cut short', '{"at":"2026-03-16T12', ' is no manifest of a backup.'],
  ['is something else', '{"people":[]}', ' is no manifest of a backup.'],
])('puts no backup in place when the list of erasures %s', async (_, content, why) => {
  const [backup, manifest] = [join(dataDir, 'backup.db'), join(dataDir, 'erased.json')];
  await ops('backup', '--to', backup);
  if (content !== null) writeFileSync(manifest, content);
  printed = [];
  const { code, printed: out } = await ops('restore', '--from', backup, '--erased', manifest);
  expect({ code, out }).toEqual({ code: 1, out: [] });
  expect(complained.at(-1)).toContain(manifest);
  expect(complained.at(-1)).toContain(why);
});

describe('a wrong option', () => {
  it.each([
    ['staff create', ['--email', 'ada', '--role', 'operator'], '--email: must be an e-mail'],
    ['partner create', ['--name', ' '], '--name: must have 1 to 100'],
    [
      'settlement transfer',
      ['--partner', NOBODY, '--reference', 'BANK\u200B1', '--amount', '1.00'],
      '--reference: must have no characters that cannot be seen: number 5 is U+200B',
    ],
  ])('of %s is named, with what is allowed', async (name, options, why) => {
    const { code, complained: err } = await ops(...name.split(' '), ...options);
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining(why)] });
  });
});
