import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openToOthers } from '../support/open-files.js';
import { isAlive, kill, makeProject, ownEnvironment, pidOf } from './supervisor/project.js';
import { processesIn, start, until, untilReady, type Project } from './supervisor/project.js';

const NAMES = ['supervisor', 'redis', 'sandbox', 'api', 'worker', 'projector'];
let project: Project;

beforeEach(async () => {
  project = await makeProject();
});

afterEach(() => {
  for (const pid of processesIn(project)) process.kill(pid, 'SIGKILL');
  project.remove();
});

const startReady = async (options = {}) => {
  const started = start(project, options);
  await untilReady(started, project);
  return started;
};

const untilNothingIsLeft = () => until(() => processesIn(project).length === 0);

describe('npm start', () => {
  it('runs every app and Redis, each under its pid file, and ends its output with ready', async () => {
    const { said } = await startReady();
    for (const name of NAMES) expect([name, isAlive(pidOf(project, name))]).toEqual([name, true]);
    expect(said.out.trimEnd().split('\n').at(-1)).toMatch(/^ready http/);
    expect(said.error).toBe('');
    const answer = await fetch(`http://127.0.0.1:${project.env['API_PORT']}`);
    expect(await answer.text()).toBe(`redis://127.0.0.1:${project.env['REDIS_PORT']}`);
    expect(readdirSync(join(project.env['DATA_DIR']!, 'redis'))).toContain('appendonlydir');
  });

  it('gets ready while the calendar is set forward again and again', async () => {
    const jumps = 'let n = 0; const { now } = Date; Date.now = () => now() + n++ * 3_600_000;';
    project.write('jumps.mjs', jumps);
    const overrides = { NODE_OPTIONS: `--import=${join(project.root, 'jumps.mjs')}` };
    const { child, exited } = await startReady({ overrides });
    kill(child, 'SIGTERM');
    expect(await exited).toBe(0);
  });

  it('keeps what it writes for its user alone', async () => {
    const dataDir = project.env['DATA_DIR']!;
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    chmodSync(join(dataDir, 'logs'), 0o755);
    await startReady({ command: ['sh', '-c', 'umask 022; exec node scripts/start.mjs'] });
    expect(readdirSync(join(dataDir, 'logs'))).toContain('worker.log');
    expect(openToOthers(dataDir)).toEqual([]);
  });

  it.each(['worker', 'api', 'redis'])('starts %s again after kill -9', async (name) => {
    await startReady();
    const before = pidOf(project, name);
    process.kill(before, 'SIGKILL');
    await until(() => ![0, before].includes(pidOf(project, name)) && isAlive(pidOf(project, name)));
  });

  it('starts Redis again though its pid cannot be written', async () => {
    const { child, said } = await startReady();
    mkdirSync(join(project.env['DATA_DIR']!, 'run', 'redis.pid.new'));
    process.kill(pidOf(project, 'redis'), 'SIGKILL');
    await until(() => said.out.includes('redis ended'));
    const names = () =>
      processesIn(project).map((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8'));
    await until(() => names().includes('redis-server\n'));
    // One that breaks ends within this time.
    await sleep(1_000);
    expect(names()).toContain('redis-server\n');
    expect(child.exitCode).toBeNull();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends everything at %s', async (signal) => {
    const { child, exited } = await startReady();
    kill(child, signal);
    expect(await exited).toBe(0);
    expect(processesIn(project)).toEqual([]);
    expect(readdirSync(join(project.env['DATA_DIR']!, 'run'))).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends everything at %s to the group', async (signal) => {
    const { child, exited } = await startReady();
    process.kill(-child.pid!, signal);
    expect(await exited).toBe(0);
    expect(processesIn(project)).toEqual([]);
  });

  it('ends after the shell that would end Redis if it were killed', async () => {
    const { child, exited } = await startReady();
    const pids = [child.pid, ...NAMES.map((name) => pidOf(project, name))];
    const [shell, ...more] = processesIn(project).filter((pid) => !pids.includes(pid));
    expect(more).toEqual([]);
    process.kill(shell!, 'SIGSTOP');
    let isOver = false;
    void exited.then(() => (isOver = true));
    const redis = pidOf(project, 'redis');
    kill(child, 'SIGTERM');
    await until(() => !isAlive(redis));
    // One that does not wait for the shell ends within this time.
    await sleep(1_000);
    expect(isOver).toBe(false);
    process.kill(shell!, 'SIGCONT');
    expect(await exited).toBe(0);
    expect(processesIn(project)).toEqual([]);
  });

  it('ends everything at SIGTERM to npm', async () => {
    const { child, exited } = await startReady({ command: ['npm', 'start'] });
    kill(child, 'SIGTERM');
    await exited;
    await untilNothingIsLeft();
  });

  it('ends an app that does not listen to SIGTERM', async () => {
    const { child, exited } = await startReady({ overrides: { FAKE_STUBBORN: 'worker' } });
    kill(child, 'SIGTERM');
    expect(await exited).toBe(0);
    expect(processesIn(project)).toEqual([]);
  });

  it('leaves nothing behind when the supervisor itself is killed, and starts again', async () => {
    const { child } = await startReady();
    kill(child, 'SIGKILL');
    await untilNothingIsLeft();
    await startReady();
  });

  it('runs no Redis and no sandbox of its own when told where they are', async () => {
    const there = 'http://127.0.0.1:9/';
    const overrides = { REDIS_URL: 'redis://x:secret@h:1', BROKER_URL: there, IDENTITY_URL: there };
    const { said } = await startReady({ overrides });
    expect([pidOf(project, 'redis'), pidOf(project, 'sandbox')]).toEqual([0, 0]);
    expect(said.out).not.toContain('secret');
  });

  it('takes variables from .env', async () => {
    project.write('.env', `API_PORT=${project.env['API_PORT']}\n`);
    const { API_PORT: _, ...env } = project.env;
    await untilReady(start({ ...project, env }), project);
  });
});

describe('npm start builds', () => {
  it('once, again when a source changed, and forgets sources that are gone', async () => {
    const old = 'dist/chunks/gone.js';
    project.write(old, '');
    const first = await startReady();
    expect(first.said.out).toContain('building');
    expect(existsSync(join(project.root, old))).toBe(false);
    kill(first.child, 'SIGTERM');
    await first.exited;

    const second = await startReady();
    expect(second.said.out).not.toContain('building');
    kill(second.child, 'SIGTERM');
    await second.exited;

    project.write('libs/new/new.ts', '');
    expect((await startReady()).said.out).toContain('building');
  });

  it('in turns when two copies start at once', async () => {
    const other = { ...project, env: await ownEnvironment(join(project.root, 'other')) };
    const one = start(project);
    const two = start(other);
    await Promise.all([untilReady(one, project), untilReady(two, other)]);
    expect(`${one.said.out}${two.said.out}`.match(/building/g)).toHaveLength(1);
  });
});

describe('npm start refuses in one line, with exit code 1,', () => {
  const refusal = async (overrides: Record<string, string>) => {
    const { exited, said } = start(project, { overrides });
    expect(await exited).toBe(1);
    expect(processesIn(project)).toEqual([]);
    const [line, ...more] = said.error.trimEnd().split('\n');
    expect(more).toEqual([]);
    return line;
  };

  it('a taken port', async () => {
    const taken = createServer().listen(Number(project.env['API_PORT']), '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    expect(await refusal({})).toMatch(/^port \d+ is in use: .*API_PORT/);
    await new Promise((resolve) => taken.close(resolve));
  });

  it('a port that is none', async () => {
    expect(await refusal({ REDIS_PORT: 'many' })).toBe(
      'REDIS_PORT: must be a whole number from 1 to 65535',
    );
  });

  it('a port of metrics that is none, and says how to switch them off', async () => {
    expect(await refusal({ METRICS_PORT: 'none' })).toBe(
      'METRICS_PORT: must be a port from 1 to 65533, 0 for any free port, or off',
    );
  });

  it('one wrong value and every other with it, before it installs and builds', async () => {
    rmSync(join(project.root, 'node_modules'), { recursive: true });
    const wrong = { REDIS_PORT: 'many', BROKER_URL: 'broker', LOG_LEVEL: 'loud', DEMO: 'maybe' };
    const { exited, said } = start(project, { overrides: wrong });
    expect(await exited).toBe(1);
    expect(said.error.match(/^[A-Z_]+(?=: must be )/gm)?.sort()).toEqual(Object.keys(wrong).sort());
    expect(said.out).toBe('');
    expect(existsSync(project.env['DATA_DIR']!)).toBe(false);
  });

  it('one port for two', async () => {
    const SANDBOX_PORT = project.env['API_PORT']!;
    expect(await refusal({ SANDBOX_PORT })).toMatch(/^SANDBOX_PORT and API_PORT are both/);
  });

  it('a data directory that cannot be made', async () => {
    const file = join(project.root, 'a-file');
    writeFileSync(file, '');
    for (const DATA_DIR of [join(file, 'data'), '/proc/none/data'])
      expect(await refusal({ DATA_DIR })).toMatch(/^DATA_DIR .* cannot be written/);
  });

  it('a data directory in use', async () => {
    const { child, exited, said } = await startReady();
    const second = start(project);
    expect(await second.exited).toBe(1);
    expect(second.said.error).toMatch(/^\S+data is in use by process \d+: stop that process.*\n$/);
    expect(said.error).toBe('');
    kill(child, 'SIGTERM');
    expect(await exited).toBe(0);
  });

  it('what an app says on its way out', async () => {
    expect(await refusal({ FAKE_BROKEN: 'worker' })).toBe('API_PORT: a mistake to mend');
  });

  it('a missing Redis, when it may not install one', async () => {
    const bin = join(project.root, 'bin');
    project.write('bin/node', `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
    const { exited, said } = start(project, {
      overrides: { PATH: bin },
      command: [process.execPath, 'scripts/start.mjs'],
    });
    expect(await exited).toBe(1);
    expect(said.error).toMatch(/^redis-server is missing: install Redis.*\n$/);
  });
});
