import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../support/service.js';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

export const APPS: readonly App[] = ['api', 'worker', 'projector', 'sandbox', 'redis'];

/** F2: any process, at any moment. */
export const randomKills: Fault = {
  id: 'F2',
  title: 'kill -9 of a random process every 0.5–3 s',
  run: async (rig, size) => {
    const kills = size === 'full' ? 60 : 8;
    const deaths = new Map<string, number>();
    for (let n = 0; n < kills; n++) {
      await sleep(rig.random.between(500, 3_000));
      const app = rig.random.pick(APPS);
      rig.kill(app);
      deaths.set(app, (deaths.get(app) ?? 0) + 1);
    }
    return `${kills} kills: ${[...deaths].map(([app, n]) => `${app} ${n}`).join(', ')}`;
  },
};

/** F23: the polite end, one process after the other, under load. */
export const rollingRestart: Fault = {
  id: 'F23',
  title: 'SIGTERM of api, worker and projector under load',
  run: async (rig, size) => {
    const rounds = size === 'full' ? 10 : 1;
    for (let round = 0; round < rounds; round++)
      for (const app of ['api', 'worker', 'projector'] as const) {
        await sleep(500);
        await restart(rig, app);
      }
    return `${rounds} rounds`;
  },
};

/** Ends a process politely and waits until the supervisor has started it again. */
export const restart = async (rig: FaultHarness, app: App): Promise<void> => {
  const pid = rig.service.pid(app);
  rig.signal(app, 'SIGTERM');
  for (let tries = 0; tries < 300; tries++) {
    await sleep(100);
    if (pidOrNull(rig, app) !== null && pidOrNull(rig, app) !== pid) return;
  }
  throw new Error(`${app} did not come back within 30 s`);
};

const pidOrNull = (rig: FaultHarness, app: App): number | null => {
  try {
    return rig.service.pid(app);
  } catch {
    return null;
  }
};

/** F21: a process that stops in the middle of its work, and goes on as if nothing had been. */
export const stoppedForAWhile: Fault = {
  id: 'F21',
  title: 'projector, then worker, stopped and continued beside the rest',
  run: async (rig, size) => {
    const forMs = size === 'full' ? 60_000 : 4_000;
    for (const app of ['projector', 'worker'] as const) {
      rig.signal(app, 'SIGSTOP');
      await sleep(forMs);
      rig.signal(app, 'SIGCONT');
      await sleep(1_000);
    }
    return `each for ${forMs / 1_000} s`;
  },
};

/** F21: more than one of those that should be alone. */
export const overlapping: Fault = {
  id: 'F21b',
  title: 'a second worker and a second projector beside the first',
  run: async (rig, size) => {
    const forMs = size === 'full' ? 120_000 : 6_000;
    await runBeside(rig, ['worker', 'projector'], forMs);
    return `for ${forMs / 1_000} s`;
  },
};

/** Second ones of these apps beside the first, killed in the end. */
export const runBeside = async (
  rig: FaultHarness,
  apps: readonly ('worker' | 'projector')[],
  forMs: number,
): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-second-'));
  const env = { ...rig.service.env, ...rig.service.stores, DATA_DIR: dataDir };
  const seconds = apps.map((app) =>
    spawn(process.execPath, [join('dist', 'apps', app, 'main.js')], { env, stdio: 'ignore' }),
  );
  await sleep(forMs);
  for (const second of seconds) second.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
};
