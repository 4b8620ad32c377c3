import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { freePorts } from '../../support/free-ports.js';

/** Says ready, writes its pid, and ends as the real apps do: on SIGTERM, or without a supervisor. */
const FAKE_APP = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const name = import.meta.url.split('/').at(-2);
if (process.env.FAKE_BROKEN === name) { console.error('API_PORT: a mistake to mend'); process.exit(1); }
mkdirSync(process.env.DATA_DIR + '/run', { recursive: true });
writeFileSync(process.env.DATA_DIR + '/run/' + name + '.pid', String(process.pid));
if (process.env.FAKE_STUBBORN !== name) process.on('SIGTERM', () => process.exit(0));
else process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));
if (name === 'api') createServer((_, answer) => answer.end(process.env.REDIS_URL)).listen(process.env.API_PORT);
console.log(JSON.stringify({ level: 30, msg: 'hello of ' + name }));
setInterval(() => undefined, 1000);
process.send({ ready: true });
`;

/** Stands in for the bundler: what is built here is JavaScript already, and of one file. */
export const FAKE_BUNDLER = `
import { cpSync } from 'node:fs';
import { join } from 'node:path';
const write = (input, dir) =>
  Object.entries(input).map(([name, file]) => {
    const fileName = 'apps/' + name + '/main.js';
    cpSync(file, join(dir, fileName));
    return { fileName };
  });
export const rolldown = async ({ input }) => ({
  write: async ({ dir }) => ({ output: write(input, dir) }),
});
`;

/** Stands in for the builder of the console, which nothing here asks for. */
export const FAKE_CONSOLE_BUILDER = `
import { mkdirSync } from 'node:fs';
mkdirSync('dist/console', { recursive: true });
`;

/** A copy of the scripts beside apps that do nothing, with ports and a data directory of its own. */
export const makeProject = async () => {
  const root = mkdtempSync(join(tmpdir(), 'supervisor-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const isScript = (path: string) => !path.endsWith('node_modules');
  cpSync('scripts', join(root, 'scripts'), { recursive: true, filter: isScript });
  for (const folder of ['config', 'kernel', 'redis'].map((name) => `libs/${name}/src`))
    cpSync(folder, join(root, folder), { recursive: true });
  const apps = ['sandbox', 'api', 'worker', 'projector'];
  for (const app of apps) write(`apps/${app}/main.ts`, FAKE_APP);
  const projects = apps.map((app) => [app, { entryFile: `apps/${app}/main.ts` }]);
  write('nest-cli.json', JSON.stringify({ projects: Object.fromEntries(projects) as object }));
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      imports: Object.fromEntries(
        ['config', 'kernel', 'redis'].map((name) => [`#${name}/*.js`, `./libs/${name}/src/*.ts`]),
      ),
      scripts: { start: 'exec sh scripts/node.sh scripts/start.mjs' },
    }),
  );
  write('package-lock.json', '{"packages":{"":{}}}');
  write('node_modules/.whole', `${markOf(join(root, 'package-lock.json'))} service`);
  write('node_modules/@swc/core/package.json', '{"type":"module","exports":"./index.js"}');
  write('node_modules/@swc/core/index.js', 'export const transform = null;');
  write('node_modules/rolldown/package.json', '{"type":"module","exports":"./index.js"}');
  write('node_modules/rolldown/index.js', FAKE_BUNDLER);
  write('node_modules/vite/package.json', '{"type":"module"}');
  write('node_modules/vite/bin/vite.js', FAKE_CONSOLE_BUILDER);
  const env = await ownEnvironment(join(root, 'data'));
  return { root, env, write, remove: () => rmSync(root, { recursive: true, force: true }) };
};

/** What the scripts write once the packages of a lock file are installed. */
const markOf = (lockFile: string) =>
  createHash('sha256')
    .update(`${process.platform}-${process.arch}`)
    .update(readFileSync(lockFile))
    .digest('hex');

/** Ports of its own, and a data directory. */
export const ownEnvironment = async (dataDir: string): Promise<Record<string, string>> => {
  const [api, sandbox, redis] = (await freePorts(3)).map(String);
  return { API_PORT: api!, SANDBOX_PORT: sandbox!, REDIS_PORT: redis!, DATA_DIR: dataDir };
};

export type Project = Awaited<ReturnType<typeof makeProject>>;

/** Starts the project in a process group of its own, with `overrides` of its environment. */
export const start = (
  { root, env }: Project,
  { overrides = {}, command = ['node', 'scripts/start.mjs'] } = {},
) => {
  const { PATH, HOME } = process.env;
  const child = spawn(command[0]!, command.slice(1), {
    cwd: root,
    env: { PATH, HOME, ...env, ...overrides },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text));
  // Not at its exit: what it said last may still be on its way.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, said, exited };
};

export type Started = ReturnType<typeof start>;

export const untilReady = ({ said, child }: Started, { env }: Project) =>
  until(() => {
    if (child.exitCode !== null) throw new Error(`ended early: ${said.out}${said.error}`);
    return said.out.split('\n').includes(`ready http://127.0.0.1:${env['API_PORT']}`);
  });

/** Waits for something to come true; the time limit is far beyond what a slow machine needs. */
export const until = async (isTrue: () => boolean): Promise<void> => {
  const end = Date.now() + BACKSTOP_MS;
  while (Date.now() < end) {
    if (isTrue()) return;
    await sleep(50);
  }
  throw new Error(`did not come true within ${BACKSTOP_MS / 1000} s: ${isTrue.toString()}`);
};

export const pidOf = ({ env }: Project, name: string): number => {
  const file = join(env['DATA_DIR']!, 'run', `${name}.pid`);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};

export const isAlive = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Every process, of whatever name, that works in the project's folder. */
export const processesIn = ({ root }: Project): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => folderOf(pid).startsWith(root) && isAlive(pid));

const folderOf = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
};

export const kill = (child: ChildProcess, signal: NodeJS.Signals) =>
  process.kill(child.pid!, signal);
