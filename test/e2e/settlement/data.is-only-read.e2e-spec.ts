import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import pg from 'pg';
import { LONG } from '../../support/long.js';
import { opsHere } from '../../support/ops-here.js';
import { type TestPostgres, startPostgres } from '../../support/postgres.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { VIEWS } from './data-page.js';

const PROGRAM = join('dist', 'apps', 'ops', 'main.js');
const ENDLESS =
  'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n';
const PERIODS = 'select number, status from settlement_periods';

let postgres: TestPostgres | null = null;
let service: Service;

const startOn = async (kind: 'SQLite' | 'PostgreSQL'): Promise<void> => {
  postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
  const url = await postgres?.database();
  const reader = readFileSync('scripts/brokerage-reader.sql', 'utf8');
  if (url !== undefined) await postgres?.asSuperuser(url, reader);
  service = await Service.start({ READ_MODELS_URL: url ?? '' });
  const { partner, secondPartner } = service.demo;
  for (const demo of [partner, secondPartner])
    await (await PartnerClient.logIn(service, demo)).listed('/v1/settlements', 1);
};
const stop = async (): Promise<void> => {
  await service.stop();
  await postgres?.stop();
};

const sql = (...args: string[]) => opsHere(service, 'sql', ...args);

/** Input of the shell, as with `ops sql < file`. */
const piped = async (input: string, ...args: string[]) => {
  const child = spawn(process.execPath, [PROGRAM, 'sql', ...args], { env: service.env });
  const code = exitOf(child);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
};

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.once('close', done));

/** Runs a query with the running service. */
const ofTheRole = () => {
  let reader: pg.Client;

  beforeAll(async () => {
    const url = new URL(service.env['READ_MODELS_URL']!);
    url.username = 'brokerage_reader';
    reader = new pg.Client({ connectionString: url.href });
    await reader.connect();
  });
  afterAll(() => reader.end());

  it.each([...VIEWS.keys()])('may read %s', async (name) => {
    expect((await reader.query(`select * from ${name}`)).fields.length).toBeGreaterThan(5);
  });

  it('may not read tables, for example with personal data', async () => {
    const { rows } = await reader.query<Json>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    expect(rows.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^user_rows_v/));
    for (const { name } of rows)
      await expect(reader.query(`select * from ${String(name)}`)).rejects.toThrow(/denied/);
  });

  it.each([
    'create table notes (text text)',
    'create temp table notes (text text)',
    'delete from users',
    'drop view settlement_periods',
    'create view mine as select 1',
  ])('may not %s, even in a write transaction', async (statement) => {
    await reader.query('set default_transaction_read_only = off');
    await expect(reader.query(statement)).rejects.toThrow(/denied|must be owner/);
  });

  it('can read after the views were created again', async () => {
    const rebuilt = await service.ops('rebuild', '--projection', 'settlement-periods', '--json');
    expect(rebuilt.code).toBe(0);
    const { rows } = await reader.query('select * from settlement_periods');
    expect(rows).toHaveLength(2);
  });
};

/** In `npm test`, `data.is-queried` reads SQLite. */
const KINDS = LONG ? (['SQLite', 'PostgreSQL'] as const) : (['PostgreSQL'] as const);

describe.each(KINDS)('ops sql, in %s', (kind) => {
  beforeAll(() => startOn(kind));
  afterAll(stop);

  const WRITES = [
    'delete from settlement_period_rows',
    'delete from settlement_period_rows returning id',
    'with gone as (delete from settlement_period_rows returning id) select * from gone',
    'drop view settlement_periods',
    'select 1; drop view settlement_periods',
    'select 1) as answer; commit; drop view settlement_periods; select * from (select 1',
    'select 1; commit; drop view settlement_periods',
    'commit; drop view settlement_periods',
    'create table notes (text text)',
    'create temp table notes (text text)',
    "update checkpoints set position = 0; select '1'",
    ...(kind === 'SQLite'
      ? [
          'pragma journal_mode = delete',
          'pragma user_version = 7',
          "attach 'other.db' as other",
          "vacuum into 'other.db'",
        ]
      : [
          "select set_config('transaction_read_only', 'off', true)",
          'set transaction read write',
          'select 1 into notes',
          "copy (select 1) to '/tmp/notes'",
          'select * from settlement_period_rows for update',
        ]),
  ];
  it.each(WRITES.filter((_, i) => LONG || i % 4 === 0))('refuses %s', async (query) => {
    const before = await sql(PERIODS, '--json');
    const { code, stdout, stderr } = await sql(query);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(await sql(PERIODS, '--json')).toEqual(before);
    expect(before.code).toBe(0);
  });

  it('ends a slow query and names the option for more time', async () => {
    const { code, stderr } = await sql('--seconds', '1', ENDLESS);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The query took longer than 1 s: restrict it, or raise the limit (--seconds).\n',
    );
  });

  it('shows people the first rows and says that there are more', async () => {
    const { code, stdout, stderr } = await sql('--rows', '1', PERIODS);
    expect(code).toBe(0);
    expect(stdout.match(/open/g)).toHaveLength(1);
    expect(stderr).toMatch(/^The query has more than 1 rows/);
  });

  it.each(['--csv', '--json'])('fails with %s when there are more rows', async (format) => {
    const { code, stderr } = await sql(format, '--rows', '1', 'select * from settlement_periods');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/--rows/) });
    expect((await sql(format, '--rows', '2', 'select * from settlement_periods')).code).toBe(0);
  });

  it('returns thousands of rows exactly once', async () => {
    const query =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 12345) select i from n';
    const { code, stdout } = await sql('--csv', query);
    const numbers = stdout.trim().split('\n').slice(1).map(Number);
    expect(code).toBe(0);
    expect(numbers).toEqual(Array.from({ length: 12_345 }, (_, index) => index + 1));
  });

  it('prints a table, CSV and JSON, also without rows', async () => {
    const none = `${PERIODS} where number = 7`;
    expect((await sql(none)).stdout).toBe('No rows.\n');
    expect((await sql(none, '--csv')).stdout).toBe('number,status\n');
    expect(JSON.parse((await sql(none, '--json')).stdout)).toEqual([]);
    const one = `${PERIODS} where number = 1 limit 1;`;
    expect((await sql(one)).stdout).toMatch(/│ number │ status │\n.*\n│ 1 +│ open +│/);
    expect((await sql(one, '--csv')).stdout).toBe('number,status\n1,open\n');
    expect(JSON.parse((await sql(one, '--json')).stdout)).toEqual([{ number: 1, status: 'open' }]);
  });

  it('escapes text that spreadsheets would treat as a formula, and keeps amounts', async () => {
    const query = `select '=1+1' as a, -30.25 as b, 'x,"y"' as c, null as d, 9007199254740993 as e, '＝2' as f`;
    const { stdout } = await sql('--csv', query);
    expect(stdout).toBe(`a,b,c,d,e,f\n'=1+1,-30.25,"x,""y""",,9007199254740993,'＝2\n`);
    expect(JSON.parse((await sql('--json', 'select 1 as n, 2 as n')).stdout)).toEqual([
      { n: 1, n_2: 2 },
    ]);
  });

  it('reports that the read models are being built', async () => {
    const file = join(service.dataDir, 'empty.db');
    new Database(file).exec('create table other (id integer)').close();
    const READ_MODELS_URL = (await postgres?.database()) ?? `sqlite:${file}`;
    const env = { ...service.env, READ_MODELS_URL };
    const child = spawn(process.execPath, [PROGRAM, 'sql', PERIODS], { env });
    expect(await text(child.stderr)).toMatch(
      /^The read models are being rebuilt: try again shortly/,
    );
  });

  it('reports the error of a query and the existing views', async () => {
    const { code, stderr } = await sql('select * from deposit');
    expect(code).toBe(1);
    expect(stderr).toMatch(/deposit\b.*settlement_periods/s);
    expect((await sql('select nonsense from deposits')).stderr).toMatch(
      /nonsense.*\. deposits has the columns deposit_id, .*external_id/s,
    );
    expect((await sql('select nonsense')).stderr).toMatch(/nonsense.*settlement_periods/s);
    expect((await sql('')).stderr).toBe('Give a query.\n');
  });

  it('stops when the reader closes the pipe', async () => {
    const query =
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 900000) select i from n';
    const child = spawn(process.execPath, [PROGRAM, 'sql', '--csv', query], { env: service.env });
    child.stdout.once('data', () => child.stdout.destroy());
    const [stderr, code] = await Promise.all([text(child.stderr), exitOf(child)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('runs piped queries, and fails if one of them fails', async () => {
    const good = await piped(`select 1\n  as one;\n\nselect 2 as two`, '--csv');
    expect(good).toEqual({ code: 0, stdout: 'one\n1\ntwo\n2\n', stderr: '' });
    const bad = await piped('select nonsense;\nselect 2 as two;\n', '--csv');
    expect(bad).toMatchObject({ code: 1, stdout: 'two\n2\n' });
  });

  if (kind === 'PostgreSQL') describe('the role that reads', ofTheRole);
});
