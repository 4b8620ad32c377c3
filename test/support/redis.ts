import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-ports.js';

export type TestRedis = {
  readonly url: string;
  stop(): Promise<void>;
  /** Suspends the server until `thaw`. Connections stay open. Only for a server of a single test. */
  freeze(): void;
  thaw(): void;
};

const STARTS_MAX = 5;
const PINGS_MAX = 10_000;
const PING_PAUSE_MS = 50;

/**
 * Returns the Redis of TEST_REDIS_URL, or starts a server on a free port that `stop` removes. Tests
 * that wipe Redis set `alone` and always get a new server.
 */
export const startRedis = async ({ alone = false } = {}): Promise<TestRedis> => {
  const given = process.env['TEST_REDIS_URL'];
  if (given !== undefined && !alone)
    return { url: given, stop: () => Promise.resolve(), ...notMine };
  for (let start = 1; ; start++) {
    const started = await tryToStart();
    if (started !== null) return started;
    if (start === STARTS_MAX) throw new Error('redis-server did not start');
  }
};

const refuse = () => {
  throw new Error('only a Redis that was started alone can be suspended');
};
const notMine = { freeze: refuse, thaw: refuse };

const tryToStart = async (): Promise<TestRedis | null> => {
  const directory = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', 'noeviction'];
  const child = spawn(
    'redis-server',
    ['--port', `${port}`, '--dir', directory, '--appendonly', 'no', ...options],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    await ended(child);
    await rm(directory, { recursive: true, force: true });
  };
  const signal = (name: NodeJS.Signals) => () => void child.kill(name);
  if (await answers(port, child))
    return {
      url: `redis://127.0.0.1:${port}`,
      stop,
      freeze: signal('SIGSTOP'),
      thaw: signal('SIGCONT'),
    };
  await stop();
  return null;
};

const answers = async (port: number, child: ChildProcess): Promise<boolean> => {
  const state = { failed: false };
  child.once('error', () => (state.failed = true));
  const redis = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  try {
    for (let ping = 0; ping < PINGS_MAX && !state.failed && child.exitCode === null; ping++) {
      const pid = await Promise.race([processId(redis), sleep(PING_PAUSE_MS, null)]);
      if (pid !== null) return pid === child.pid;
      await sleep(PING_PAUSE_MS);
    }
    return false;
  } finally {
    redis.disconnect();
  }
};

/** Checks that the answering server is the started one, because another process may have taken the port. */
const processId = async (redis: Redis): Promise<number | null> => {
  const info = await redis.info('server').catch(() => '');
  const pid = /process_id:(\d+)/.exec(info)?.[1];
  return pid === undefined ? null : Number(pid);
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
