import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash-points.js';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

/** Twice the lock of a job. */
const BLOCK_MS = 40_000;
/** Longer than a lock and the next two searches for jobs without a lock. */
const SHORT_BLOCK_MS = 30_000;
const POINTS: readonly CrashPoint[] = [
  'effect.sent',
  'effect.intent-recorded',
  'job.taken',
  'effect.looked-up',
  'effect.recorded',
  'job.done',
];

/** F17: the worker is blocked in the middle of a call, and another worker gets its jobs. */
export const blockedWorker: Fault = {
  id: 'F17',
  title: 'a worker blocked for twice the job lock, a second worker beside it',
  run: async (harness, size) => {
    const forMs = size === 'full' ? BLOCK_MS : SHORT_BLOCK_MS;
    const second = await secondWorker(harness);
    let met = 0;
    try {
      for (const point of size === 'full' ? POINTS : POINTS.slice(0, 1)) {
        // Some responses are late, so that many jobs are between two steps.
        await harness.fault('broker', 'POST /v1/', 'delay:1500', 20);
        if (await harness.blockAt('worker', point, forMs)) met += 1;
        await sleep(forMs + 2_000);
      }
    } finally {
      second.end();
    }
    return `${met} times for ${forMs / 1_000} s`;
  },
};

/** Starts a worker beside the supervisor's, with the same stores and addresses. */
const secondWorker = async (harness: FaultHarness): Promise<{ end: () => void }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-second-'));
  const env = { ...harness.service.env, ...harness.service.stores, DATA_DIR: dataDir };
  const main = join('dist', 'apps', 'worker', 'main.js');
  const child: ChildProcess = spawn(process.execPath, [main], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((done, fail) => {
    child.once('message', done);
    child.once('exit', (code) => fail(new Error(`the second worker ended with ${code}`)));
  });
  const end = () => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { end };
};
