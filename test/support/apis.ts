import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '#platform/config/config.js';
import { Operator } from './operator.js';
import { startRedis } from './redis.js';
import { type Place, eventsOf, filesOf, redisOf } from './secrets/places.js';
import { collectOwnSecrets } from './secrets/own-secrets.js';
import { requireNoSecrets, tally } from './secrets/search.js';
import { Secrets } from './secrets/secrets.js';
import { watch } from './service.js';
import { type Child, ended, runTypeScript } from './typescript-child/typescript-child.js';

const API = new URL('./api-child.ts', import.meta.url);

/** API processes over one log and one Redis, and an operator beside them. */
export const openApis = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-apis-'));
  const redis = await startRedis({ alone: true });
  const env = { DATA_DIR: dataDir, REDIS_URL: redis.url, DEMO: 'off', LOG_LEVEL: 'info' };
  const configWith = (settings: Record<string, string> = {}): Config =>
    loadConfig({ ...env, ...settings });
  const children: Child[] = [];
  const byAddress = new Map<string, Child>();
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
    /** One more process; answers its address. */
    start: async (settings: Record<string, string> = {}): Promise<string> => {
      const child = runTypeScript(API, JSON.stringify({ ...env, ...settings }));
      children.push(child);
      const line = await Promise.race([
        addressOf(child, (chunk) => printed.push(chunk)),
        ended(child).then((code) => Promise.reject(new Error(`The api ended with ${code}`))),
      ]);
      watch(line, secrets);
      byAddress.set(line, child);
      return line;
    },
    /** As an operator ends one: it finishes its work. */
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

/** The line that tells it, among what is logged. */
const addressOf = (child: Child, onChunk: (chunk: Buffer) => void): Promise<string> =>
  new Promise((done) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      onChunk(chunk);
      text += chunk.toString();
      const address = /^http.*$/m.exec(text);
      if (address !== null) done(address[0]);
    });
  });

export type Apis = Awaited<ReturnType<typeof openApis>>;

export const newPartner = ({ operator }: Apis) => operator.newPartner();
