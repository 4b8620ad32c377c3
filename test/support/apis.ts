import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '#config/config.js';
import { freePort } from './free-ports.js';
import { Operator } from './operator.js';
import { startRedis } from './redis.js';
import { type Place, eventsOf, filesOf, redisOf } from './secrets/places.js';
import { collectOwnSecrets } from './secrets/own-secrets.js';
import { requireNoSecrets, tally } from './secrets/search.js';
import { Secrets } from './secrets/secrets.js';
import { watch } from './service.js';
import { ended } from './typescript-child/typescript-child.js';

const API = join('dist', 'apps', 'api', 'main.js');

/** API processes over one log and one Redis, and an operator beside them. */
export const openApis = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-apis-'));
  const redis = await startRedis({ alone: true });
  const env = { DATA_DIR: dataDir, REDIS_URL: redis.url, DEMO: 'off', LOG_LEVEL: 'info' };
  const configWith = (settings: Record<string, string> = {}): Config =>
    loadConfig({ ...env, ...settings });
  const children: ChildProcess[] = [];
  const byAddress = new Map<string, ChildProcess>();
  const secrets = new Secrets();
  const operator = await Operator.at(configWith(), secrets);
  const printed: Buffer[] = [];
  let keysBefore: Place[] | null = null;
  const search = async () => {
    collectOwnSecrets(secrets, configWith());
    const keys = keysBefore ?? (await redisOf(redis.url));
    const output = { name: 'output of an api', bytes: Buffer.concat(printed) };
    requireNoSecrets([...keys, ...filesOf(dataDir), ...eventsOf(dataDir), output], secrets);
  };
  const stopRedis = async () => {
    keysBefore ??= await redisOf(redis.url);
    await redis.stop();
  };
  tally({ begun: 1 });
  return {
    secrets,
    operator,
    commands: operator.commands,
    configWith,
    redis: { ...redis, stop: stopRedis },
    redisUrl: redis.url,
    stopRedis,
    /** Starts another process and returns its address. */
    start: async (settings: Record<string, string> = {}): Promise<string> => {
      const port = await freePort();
      const child = startApi({ ...env, ...settings, API_PORT: String(port) });
      child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
      children.push(child);
      await Promise.race([
        once(child, 'message'),
        ended(child).then((code) => Promise.reject(new Error(`The api ended with ${code}`))),
      ]);
      const address = `http://127.0.0.1:${port}`;
      watch(address, secrets);
      byAddress.set(address, child);
      return address;
    },
    /** Ends a process gracefully, as an operator does. */
    end: async (address: string): Promise<void> => {
      const child = byAddress.get(address);
      child?.kill('SIGTERM');
      if (child !== undefined) await ended(child);
    },
    close: async (): Promise<void> => {
      for (const child of children) child.kill();
      await Promise.all(children.map(ended));
      await operator.close();
      try {
        await search();
      } finally {
        await redis.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
};

/** Resolves when the process reports to its parent that it is ready, as it does to the supervisor. */
const startApi = (settings: NodeJS.ProcessEnv): ChildProcess => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [API], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
  });
};

export type Apis = Awaited<ReturnType<typeof openApis>>;

export const newPartner = ({ operator }: Apis) => operator.newPartner();
