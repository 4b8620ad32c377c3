import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePorts } from '../../support/free-ports.js';
import { LONG } from '../../support/long.js';
import { Supervisor } from '../../support/supervisor.js';

const run = promisify(execFile);

let dataDir: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'brokerage-cluster-'));
  const [api, sandbox] = await freePorts(2);
  env = { ...process.env, NODE_OPTIONS: '', EVENT_STORE_URL: '', DATA_DIR: dataDir };
  Object.assign(env, { API_PORT: String(api), SANDBOX_PORT: String(sandbox) });
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const answersAt = async (port: number): Promise<boolean> => {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const SENTINELS: [string, string[]] = ['Redis under sentinels', ['--sentinel']];

describe.each<[string, string[]]>([['Redis in cluster mode', []], ...(LONG ? [SENTINELS] : [])])(
  'npm run cluster, %s',
  (_, args) => {
    it('takes a user from the sign-up to a filled order, and leaves no process behind', async () => {
      const cluster = new Supervisor(env, '', process.cwd(), ['cluster.mjs', ...args]);
      try {
        await cluster.ready();
        const given = parseEnv(readFileSync(join(dataDir, 'cluster.env'), 'utf8'));
        const tour = ['dist/apps/tour/main.js', '--brief', '--amount', '250.00'];
        const { stdout } = await run(process.execPath, tour, { env: { ...env, ...given } });
        expect(stdout).toContain('settlement total is 250.00');

        const pids = [...cluster.output.matchAll(/^process .* (\d+)$/gm)].map(([, pid]) =>
          Number(pid),
        );
        const stores = `${given['REDIS_URL']},${given['READ_MODELS_URL']}`;
        const ports = [...stores.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
        expect(pids.filter(isAlive)).toHaveLength(7);
        expect(await Promise.all(ports.map(answersAt))).not.toContain(false);

        expect(await cluster.end()).toBe(0);
        expect(pids.filter(isAlive)).toEqual([]);
        expect(await Promise.all(ports.map(answersAt))).not.toContain(true);
      } finally {
        await cluster.end();
      }
    });
  },
);

it.each([['--nonsense'], ['--sentinel', 'twice']])('refuses %s in one line', async (...args) => {
  const said = run(process.execPath, ['scripts/cluster.mjs', ...args], { env });
  const line = expect.stringMatching(/^npm run cluster does not accept \S+: .*\n$/);
  await expect(said).rejects.toMatchObject({ code: 1, stdout: '', stderr: line });
});
