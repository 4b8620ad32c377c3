import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../support/service.js';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

export const APPS: readonly App[] = ['api', 'worker', 'projector', 'sandbox', 'redis'];

/** F2: any process at any time. */
export const randomKills: Fault = {
  id: 'F2',
  title: 'kill -9 of a random process every 0.5–3 s',
  run: async (harness, size) => {
    const kills = size === 'full' ? 60 : 8;
    const deaths = new Map<string, number>();
    for (let n = 0; n < kills; n++) {
      await sleep(harness.random.between(500, 3_000));
      const app = harness.random.pick(APPS);
      harness.kill(app);
      deaths.set(app, (deaths.get(app) ?? 0) + 1);
    }
    return `${kills} kills: ${[...deaths].map(([app, n]) => `${app} ${n}`).join(', ')}`;
  },
};

/** F23: graceful restarts under load, one process after another. */
export const rollingRestart: Fault = {
  id: 'F23',
  title: 'SIGTERM of api, worker and projector under load',
  run: async (harness, size) => {
    const rounds = size === 'full' ? 10 : 1;
    for (let round = 0; round < rounds; round++)
      for (const app of ['api', 'worker', 'projector'] as const) {
        await sleep(500);
        await restart(harness, app);
      }
    return `${rounds} rounds`;
  },
};

/** Ends a process gracefully and waits for its restart. */
export const restart = async (harness: FaultHarness, app: App): Promise<void> => {
  const pid = harness.service.pid(app);
  harness.signal(app, 'SIGTERM');
  for (let tries = 0; tries < 300; tries++) {
    await sleep(100);
    if (pidOrNull(harness, app) !== null && pidOrNull(harness, app) !== pid) return;
  }
  throw new Error(`${app} did not come back within 30 s`);
};

const pidOrNull = (harness: FaultHarness, app: App): number | null => {
  try {
    return harness.service.pid(app);
  } catch {
    return null;
  }
};

/** F21: a process that is suspended in the middle of its work and continues later. */
export const stoppedForAWhile: Fault = {
  id: 'F21',
  title: 'projector, then worker, stopped and continued beside the rest',
  run: async (harness, size) => {
    const forMs = size === 'full' ? 60_000 : 4_000;
    for (const app of ['projector', 'worker'] as const) {
      harness.signal(app, 'SIGSTOP');
      await sleep(forMs);
      harness.signal(app, 'SIGCONT');
      await sleep(1_000);
    }
    return `each for ${forMs / 1_000} s`;
  },
};

/** F21: several processes of an app that should have one leader. */
export const overlapping: Fault = {
  id: 'F21b',
  title: 'a second worker and a second projector beside the first',
  run: async (harness, size) => {
    const forMs = size === 'full' ? 120_000 : 6_000;
    await runBeside(harness, ['worker', 'projector'], forMs);
    return `for ${forMs / 1_000} s`;
  },
};

/** Runs a second process of each app, and kills it at the end. */
export const runBeside = async (
  harness: FaultHarness,
  apps: readonly ('worker' | 'projector')[],
  forMs: number,
): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-second-'));
  const env = { ...harness.service.env, ...harness.service.stores, DATA_DIR: dataDir };
  const seconds = apps.map((app) =>
    spawn(process.execPath, [join('dist', 'apps', app, 'main.js')], { env, stdio: 'ignore' }),
  );
  await sleep(forMs);
  for (const second of seconds) second.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
};
