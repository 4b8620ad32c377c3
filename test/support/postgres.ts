import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-ports.js';
import {
  ROLE,
  SUPERUSER,
  answers,
  ended,
  folderOfPrograms,
  ownerOf,
  run,
  urlOf,
} from './postgres-programs.js';

/** Idle connections. */
type Strangers = { readonly count: number; leave(): Promise<void> };

export type TestPostgres = {
  /** Creates a new database of an ordinary role and returns its URL. */
  database(): Promise<string>;
  /** Ends all connections to a database, as a failover does. Returns their number. */
  cut(url: string): Promise<number>;
  /** Opens connections until the server rejects further connections of ordinary roles. */
  crowd(url: string): Promise<Strangers>;
  /** Runs statements in a database as superuser. */
  asSuperuser(url: string, text: string): Promise<readonly Record<string, unknown>[]>;
  /** Directory of the files. */
  readonly folder: string;
  /** Ends the server without deleting its files. */
  goDown(): Promise<void>;
  /** Restarts the server with its files and port. */
  comeUp(): Promise<void>;
  stop(): Promise<void>;
};

const STARTS_MAX = 5;

/** Starts a PostgreSQL server on a free port; `stop` removes it. It does not sync its writes to disk. */
export const startPostgres = async (): Promise<TestPostgres> => {
  for (let start = 1; ; start++) {
    const started = await tryToStart();
    if (started !== null) return started;
    if (start === STARTS_MAX) throw new Error('PostgreSQL did not start');
  }
};

const tryToStart = async (): Promise<TestPostgres | null> => {
  const directory = await mkdtemp(join(tmpdir(), 'postgres-'));
  const owner = await ownerOf(directory);
  const data = join(directory, 'data');
  const programs = folderOfPrograms();
  const initdb = ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), [...initdb, '--locale=C'], {
    cwd: directory,
    ...owner,
  });
  const port = await freePort();
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=50'];
  const launch = () =>
    spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', directory, ...options.flatMap((each) => ['-c', each])],
      { stdio: 'ignore', cwd: directory, ...owner },
    );
  let child = launch();
  const goDown = () => ended(child);
  const comeUp = async () => {
    child = launch();
    if (!(await answers(urlOf(port), child, data))) throw new Error('PostgreSQL did not restart');
  };
  const stop = async () => {
    await ended(child);
    await rm(directory, { recursive: true, force: true });
  };
  if (await answers(urlOf(port), child, data))
    return serverAt(port, { folder: data, goDown, comeUp, stop });
  await stop();
  return null;
};

type Life = Pick<TestPostgres, 'folder' | 'goDown' | 'comeUp' | 'stop'>;

const serverAt = async (port: number, life: Life): Promise<TestPostgres> => {
  const admin = urlOf(port);
  await run(admin, `create role ${ROLE} login nosuperuser nocreatedb nocreaterole`);
  return {
    ...life,
    asSuperuser: (url, text) => run(urlOf(port, SUPERUSER, new URL(url).pathname.slice(1)), text),
    database: async () => {
      const name = `db_${randomUUID().replaceAll('-', '')}`;
      await run(admin, `create database ${name} owner ${ROLE}`);
      return urlOf(port, ROLE, name);
    },
    cut: (url) => cut(admin, url),
    crowd: async (url) => {
      const strangers: pg.Client[] = [];
      // A disconnected client may reconnect before the next statement.
      for (let rest = 1; rest > 0; rest = await cut(admin, url)) await fillUp(admin, strangers);
      const leave = async () => {
        await Promise.all(strangers.map((each) => each.end()));
      };
      return { count: strangers.length, leave };
    },
  };
};

/** Ends the connections to a database and returns their number. */
const cut = async (admin: string, url: string): Promise<number> => {
  const ending = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${new URL(url).pathname.slice(1)}' and pid <> pg_backend_pid()`;
  return (await run(admin, ending)).length;
};

/** Opens connections until the server rejects one. The server reserves some for superusers. */
const fillUp = async (admin: string, strangers: pg.Client[]): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: urlOf(Number(new URL(admin).port), ROLE) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      strangers.push(client);
    } catch {
      return;
    }
  }
};
