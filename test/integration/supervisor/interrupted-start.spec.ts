import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { kill, makeProject, processesIn, start, until, untilReady } from './project.js';
import { FAKE_BUNDLER, FAKE_CONSOLE_BUILDER, type Project, type Started } from './project.js';

/**
 * Stands in for npm. The first run leaves half of a package beside the record that npm keeps of a
 * whole installation, and stays whatever signal it is sent; later runs add what is not there.
 */
const FAKE_NPM = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
const write = (path, text) => existsSync(path) || writeFileSync(path, text);
for (const name of ['@swc/core', 'rolldown', 'vite/bin'])
  mkdirSync('node_modules/' + name, { recursive: true });
write('node_modules/.package-lock.json', '{"packages":{}}');
write('node_modules/@swc/core/package.json', '{"type":"module","exports":"./index.js"}');
write('node_modules/@swc/core/index.js', 'export const transform = null;');
write('node_modules/rolldown/package.json', '{"type":"module","exports":"./index.js"}');
if (!existsSync('half-done')) {
  write('node_modules/rolldown/index.js', 'export const half =');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  writeFileSync('half-done', '');
  setInterval(() => undefined, 1000);
} else {
  write('node_modules/rolldown/index.js', ${JSON.stringify(FAKE_BUNDLER)});
  write('node_modules/vite/package.json', '{"type":"module"}');
  write('node_modules/vite/bin/vite.js', ${JSON.stringify(FAKE_CONSOLE_BUILDER)});
}
`;

let project: Project;

beforeEach(async () => {
  project = await makeProject();
  rmSync(join(project.root, 'node_modules'), { recursive: true });
  project.write('npm.js', FAKE_NPM);
});

afterEach(() => {
  for (const pid of processesIn(project)) process.kill(pid, 'SIGKILL');
  project.remove();
});

const startInstalling = async (): Promise<Started> => {
  const started = start(project, {
    overrides: { npm_execpath: join(project.root, 'npm.js') },
  });
  await until(() => existsSync(join(project.root, 'half-done')));
  return started;
};

it.each([
  ['Ctrl-C', ({ child }: Started) => process.kill(-child.pid!, 'SIGINT')],
  ['kill -9 of its group', ({ child }: Started) => process.kill(-child.pid!, 'SIGKILL')],
  ['kill -9 of itself alone', ({ child }: Started) => kill(child, 'SIGKILL')],
])('a start that %s ends while packages are installed is mended by the next', async (_, end) => {
  const first = await startInstalling();
  end(first);
  await first.exited;
  // At once, while npm may still be there: the next start waits for its end.
  await untilReady(await startInstalling(), project);
});

/** As npm does where the registry does not answer for a package that is optional. */
const FORGETFUL_NPM = `
import * as fs from 'node:fs';
if (fs.existsSync('half-done')) fs.mkdirSync('node_modules/binary-of-here', { recursive: true });
else fs.writeFileSync('half-done', '');
${FAKE_NPM}`;

it('a start whose npm leaves this platform’s package out says so, and the next mends it', async () => {
  const { platform, arch } = process;
  const ofHere = { optional: true, os: [platform], cpu: arch };
  const elsewhere = { optional: true, os: ['elsewhere'] };
  const packages = {
    ...{ '': {}, 'node_modules/a': elsewhere, 'node_modules/b': { ...ofHere, libc: ['none'] } },
    'node_modules/binary-of-here': ofHere,
  };
  project.write('package-lock.json', JSON.stringify({ packages }));
  project.write('npm.js', FORGETFUL_NPM);
  const first = await startInstalling();
  expect(await first.exited).toBe(1);
  expect(first.said.error + first.said.out).toContain('npm could not fetch binary-of-here');
  await untilReady(await startInstalling(), project);
});

it('a start whose npm is killed ends by itself', async () => {
  const started = start(project, { command: ['npm', 'start'] });
  await until(() => started.said.out.includes('installing packages'));
  kill(started.child, 'SIGKILL');
  await until(() => processesIn(project).length === 0);
});

/** A Node that takes long to tell where one that is new enough lies, as one does that fetches it. */
const SLOW_NODE = `#!/bin/sh
case "$1" in
  scripts/runtime.mjs) touch looking; sleep 2 ;;
esac
exec "${process.execPath}" "$@"
`;

/** Starts npm, and never collects it once it is dead. */
const CARELESS = 'npm start & echo "npm is $!"; cd /; exec sleep 120';

it.each([
  ['', 'exec npm start'],
  [' by one who does not collect the dead', CARELESS],
])('a start whose npm is killed%s while Node is fetched does not begin', async (_, command) => {
  const bin = join(project.root, 'bin');
  project.write('bin/node', SLOW_NODE);
  chmodSync(join(bin, 'node'), 0o755);
  const overrides = { PATH: `${bin}:${process.env['PATH']}` };
  const { child, said } = start(project, { command: ['sh', '-c', command], overrides });
  await until(() => existsSync(join(project.root, 'looking')));
  const [, npm = child.pid] = /npm is (\d+)/.exec(said.out) ?? [];
  process.kill(Number(npm), 'SIGKILL');
  await until(() => processesIn(project).length === 0);
  expect(said.out).not.toContain('installing packages');
  child.kill('SIGKILL');
});
