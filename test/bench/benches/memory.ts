import { readFileSync } from 'node:fs';
import { pause } from '#kernel/concurrency/pause.js';
import type { Bench } from '../bench.js';
import { rowOf } from '../row.js';
import { Stage } from '../fixture.js';

const APPS = ['api', 'worker', 'projector', 'sandbox', 'supervisor'] as const;
/** V8 gives the room of new objects back with a collection that comes after 100 s of rest at most. */
const IDLE_MS = 120_000;
const QUICK_IDLE_MS = 3_000;
const MIB = 1024 * 1024;

/** What an idle service holds after a tour; `npm run long -- history` tells what Redis holds. */
export const memory: Bench = {
  name: 'memory',
  async run(form) {
    const stage = await Stage.open(1);
    try {
      await stage.service.tour();
      await pause(form.quick ? QUICK_IDLE_MS : IDLE_MS);
      return APPS.map((app) =>
        rowOf({
          name: `memory: ${app}`,
          unit: 'MB',
          measured: [residentBytes(stage.service.pid(app)) / MIB],
          goal: { atMost: 120 },
        }),
      );
    } finally {
      await stage.close();
    }
  },
};

const residentBytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
};
