import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchTethered } from '../../scripts/lib/tools.mjs';
import { freePort } from './free-ports.js';
import { KeptProcess } from './shared-process.js';
import {
  ROLE,
  SUPERUSER,
  answers,
  folderOfPrograms,
  ownerOf,
  run,
  urlOf,
} from './postgres-programs.js';

const END_WITHIN_MS = 5_000;

type PostgresServer = {
  readonly port: number;
  readonly process: KeptProcess;
};

/** A primary and a standby with streaming replication, which write to disk as in production. */
export type PostgresPair = {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Returns the URL of a database of an ordinary role, through this port. */
  urlAt(port: number): string;
  /** Returns whether the standby has applied all writes of the primary. */
  isLevel(): Promise<boolean>;
  /** Makes the standby a primary, as an operator does with `pg_ctl promote`. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

/** `again`: whether a dead server is restarted. */
export const startPostgresPair = async ({ again = false } = {}): Promise<PostgresPair> => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-pair-'));
  const owner = await ownerOf(folder);
  const programs = folderOfPrograms();
  const tool = (name: string, ...args: string[]) =>
    promisify(execFile)(join(programs, name), args, { cwd: folder, ...owner });
  const start = async (name: string): Promise<PostgresServer> => {
    const port = await freePort();
    const data = join(folder, name);
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1'];
    const args = ['-D', data, '-k', folder, ...settings.flatMap((each) => ['-c', each])];
    const launch = () =>
      launchTethered(join(programs, 'postgres'), args, { cwd: folder, ...owner });
    const process = new KeptProcess(`postgres ${name}`, launch, { again });
    if (!(await answers(urlOf(port), process.now, data)))
      throw new Error(`PostgreSQL did not start: ${process.lastWords}`);
    return { port, process };
  };

  const primaryData = join(folder, 'primary');
  const initdb = ['-D', primaryData, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8'];
  await tool('initdb', ...initdb, '--locale=C');
  appendFileSync(join(primaryData, 'postgresql.conf'), 'hot_standby = on\nwal_keep_size = 256MB\n');
  const primary = await start('primary');
  const database = `db_${randomUUID().replaceAll('-', '')}`;
  await run(urlOf(primary.port), `create role ${ROLE} login nosuperuser nocreatedb nocreaterole`);
  await run(urlOf(primary.port), `create database ${database} owner ${ROLE}`);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', SUPERUSER];
  const copy = ['-D', join(folder, 'standby'), '-R', '-X', 'stream', '-c', 'fast'];
  await tool('pg_basebackup', ...from, ...copy);
  const standby = await start('standby');

  const one = async (port: number, text: string): Promise<unknown> =>
    Object.values((await run(urlOf(port), text))[0] ?? {})[0];
  return {
    primary,
    standby,
    urlAt: (port) => urlOf(port, ROLE, database),
    isLevel: async () => {
      const written = await one(primary.port, 'select pg_current_wal_lsn()::text');
      const lag = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '${String(written)}') >= 0`;
      return (await one(standby.port, lag)) === true;
    },
    promote: async () => {
      if ((await one(standby.port, 'select pg_promote()')) === true) return;
      throw new Error('The standby was not promoted');
    },
    stop: async () => {
      // Immediate shutdown, because the data is not needed afterwards.
      for (const one of [standby, primary]) await one.process.stop('SIGQUIT', END_WITHIN_MS);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
