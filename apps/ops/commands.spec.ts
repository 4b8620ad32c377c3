import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import 'reflect-metadata';
import { openEventLog } from '#event-log/open-event-log.js';
import { makeProgram } from './program.js';

const UNKNOWN = '5f0c7a1e-4c1d-5b56-9a3a-0d6b1c3f2e11';
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

describe('a command about a missing object', () => {
  it.each([
    ['key list', ['--partner', UNKNOWN], /partner 5f0c.* does not exist/],
    ['settlement list', ['--partner', UNKNOWN], /partner 5f0c.* does not exist/],
    ['key create', ['--partner', UNKNOWN], /partner does not exist/],
    ['partner configure', ['--partner', UNKNOWN, '--fee-bps', '1'], /partner does not exist/],
    ['settlement cut-off', ['--partner', UNKNOWN], /partner does not exist/],
    ['events', ['--stream', 'deposit-1'], /stream deposit-1 does not exist/],
    ['user suspend', ['--user', UNKNOWN, '--reason', 'x'], /does not exist/],
    ['staff disable', ['--email', 'nobody@acme.example'], /no such staff/],
    ['settlement import', ['--file', 'nowhere.csv'], /^The file nowhere.csv does not exist.$/],
    ['backup', ['--to', 'nowhere/log.db', '--force'], /lacks an event log|directory/],
    ['restore', ['--from', 'nowhere.db'], /The file nowhere.db does not exist/],
  ])('%s reports that and fails', async (name, options, message) => {
    const { code, printed: out, complained: err } = await ops(...name.split(' '), ...options);
    expect({ code, out }).toEqual({ code: 1, out: [] });
    expect(err).toEqual([expect.stringMatching(message)]);
  });
});

it('restores a backup even if another program has the old process id of an app', async () => {
  const backup = join(dataDir, 'backup.db');
  await ops('backup', '--to', backup);
  mkdirSync(join(dataDir, 'run'));
  writeFileSync(join(dataDir, 'run', 'api.pid'), `${process.pid}\n`);
  expect(await ops('restore', '--from', backup)).toMatchObject({ code: undefined, complained: [] });
});

it.each([
  ['is not there', null, /The manifest .* does not exist/],
  ['is cut short', '{"at":"2026-03-16T12', / is not the manifest of a backup/],
  ['is something else', '{"people":[]}', / is not the manifest of a backup/],
])('rejects a restore if the list of erasures %s', async (_, content, message) => {
  const [backup, manifest] = [join(dataDir, 'backup.db'), join(dataDir, 'erased.json')];
  await ops('backup', '--to', backup);
  if (content !== null) writeFileSync(manifest, content);
  printed = [];
  const { code, printed: out } = await ops('restore', '--from', backup, '--erased', manifest);
  expect({ code, out }).toEqual({ code: 1, out: [] });
  expect(complained.at(-1)).toContain(manifest);
  expect(complained.at(-1)).toMatch(message);
});

it('creates a second partner with the same name only with --force', async () => {
  const { code: first } = await ops('partner', 'create', '--name', 'Acme Bank', '--json');
  const { id } = JSON.parse(printed.join('')) as { id: string };
  const again = ['partner', 'create', '--name', 'ACME  bank'];
  const { code } = await ops(...again);
  expect([first, code]).toEqual([undefined, 1]);
  expect(complained).toEqual([expect.stringMatching(`Acme Bank, ${id}.*--force`)]);
  process.exitCode = undefined;
  expect(await ops(...again, '--force')).toMatchObject({ code: undefined });
});

it('names the open period if another one is given', async () => {
  await ops('partner', 'create', '--name', 'Acme', '--json');
  const { id } = JSON.parse(printed.join('')) as { id: string };
  const { code } = await ops('settlement', 'cut-off', '--partner', id, '--period', 'nope');
  expect(code).toBe(1);
  expect(complained).toEqual([
    expect.stringMatching(/The open period is [0-9a-f-]{36} and ends 2/),
  ]);
});

it('replaces an existing statement only with --force', async () => {
  const file = join(dataDir, 'statement.csv');
  writeFileSync(file, 'sent');
  const export_ = ['settlement', 'export', '--partner', UNKNOWN, '--settlement', UNKNOWN];
  expect((await ops(...export_, '--file', file)).code).toBe(1);
  expect(complained).toEqual([`${file} exists. To replace it, add --force.`]);
  expect(readFileSync(file, 'utf8')).toBe('sent');
});

describe('a wrong option', () => {
  it.each([
    ['staff create', ['--email', 'ada', '--role', 'operator'], '--email: must be an e-mail'],
    ['partner create', ['--name', ' '], '--name: must have 1 to 100'],
    [
      'settlement transfer',
      ['--partner', UNKNOWN, '--reference', 'BANK\u200B1', '--amount', '1.00'],
      '--reference: must not have invisible characters: number 5 is U+200B',
    ],
    [
      'settlement transfer',
      ['--partner', UNKNOWN, '--reference', '2.02609E+13', '--amount', '1.00'],
      '--reference: 2.02609E+13 is a number that a spreadsheet changed',
    ],
    [
      'settlement transfer',
      ['--partner', UNKNOWN, '--reference', 'R', '--amount', '12,08'],
      '--amount: must be dollars with at most two decimals',
    ],
  ])('of %s is named, with the allowed values', async (name, options, message) => {
    const { code, complained: err } = await ops(...name.split(' '), ...options);
    expect({ code, err }).toEqual({ code: 1, err: [expect.stringContaining(message)] });
  });
});
