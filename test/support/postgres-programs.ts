import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

export const SUPERUSER = 'postgres';
/** Role of the service, which may only use its own database. */
export const ROLE = 'brokerage';
/** Debian's folder of the programs, which is not in PATH. */
const DEBIAN = '/usr/lib/postgresql';
const ASKS_MAX = 20_000;
const ASK_PAUSE_MS = 50;

export const urlOf = (port: number, user = SUPERUSER, database = 'postgres'): string =>
  `postgres://${user}@127.0.0.1:${port}/${database}`;

/** PostgreSQL refuses to run as root, so it runs as the user of its package, or as `nobody`. */
export const ownerOf = async (directory: string): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = (await idsOf('postgres')) ?? (await idsOf('nobody')) ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('PostgreSQL does not run as root: run the tests as another user');
  await chown(directory, uid, gid);
  return { uid, gid };
};

const idsOf = async (user: string): Promise<readonly [number, number] | null> => {
  try {
    const ask = async (what: string) =>
      Number((await promisify(execFile)('id', [what, user])).stdout.trim());
    return [await ask('-u'), await ask('-g')];
  } catch {
    return null;
  }
};

/** Returns Debian's newest version, else the program in PATH. */
export const folderOfPrograms = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  const folders = [
    ...newest.map((version) => join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
  if (found === undefined) throw new Error('PostgreSQL is missing: npm test installs it');
  return found;
};

/** Checks that the answering server is the started one, because another process may have taken the port. */
export const answers = async (url: string, child: ChildProcess, data: string): Promise<boolean> => {
  const state = { failed: false };
  child.once('error', () => (state.failed = true));
  for (let ask = 0; ask < ASKS_MAX && !state.failed && child.exitCode === null; ask++) {
    const rows = await run(url, 'show data_directory').catch(() => null);
    if (rows !== null) return rows[0]?.['data_directory'] === data;
    await sleep(ASK_PAUSE_MS);
  }
  return false;
};

export const run = async (
  url: string,
  text: string,
): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    // Immediate shutdown also ends the children of the server.
    child.kill('SIGQUIT');
  });
