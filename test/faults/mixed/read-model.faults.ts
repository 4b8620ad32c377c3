import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadModelFile } from '../../support/read-model-file.js';
import { READ_MODELS } from '../../support/service.js';
import { crowd, fillDisk, serverOf } from '../faults/read-models.js';
import type { FaultHarness } from '../fault-harness.js';
import type { FaultKind } from './mixed-fault.js';

const fileOf = ({ service }: FaultHarness) =>
  new ReadModelFile(join(service.dataDir, 'read-models.db'));

const modelsLocked: FaultKind = (random) => {
  const forMs = random.between(1_000, 7_000);
  return {
    kind: 'read models locked',
    what: `for ${forMs} ms`,
    do: (harness) => fileOf(harness).locked(() => sleep(forMs)),
  };
};

const modelsCut: FaultKind = (random) => {
  const pausesMs = Array.from({ length: random.between(1, 5) }, () => random.between(100, 1_000));
  return {
    kind: 'connections to PostgreSQL cut',
    what: `${pausesMs.length} times`,
    do: async (harness) => {
      for (const pauseMs of pausesMs) {
        await serverOf(harness.service).cut(harness.service.readModels);
        await sleep(pauseMs);
      }
    },
  };
};

/** Kills the server immediately. Confirmed writes must survive. */
const modelsDown: FaultKind = (random) => {
  const forMs = random.between(500, 6_000);
  return {
    kind: 'PostgreSQL killed',
    what: `for ${forMs} ms`,
    do: async (harness) => {
      await serverOf(harness.service).goDown();
      await sleep(forMs);
      await serverOf(harness.service).comeUp();
    },
  };
};

const modelsFull: FaultKind = (random) => {
  const forMs = random.between(1_000, 7_000);
  return {
    kind: 'no room for read models',
    what: `for ${forMs} ms`,
    do: (harness) => fillDisk(harness, forMs),
  };
};

const modelsCrowded: FaultKind = (random) => {
  const forMs = random.between(1_000, 10_000);
  return {
    kind: 'PostgreSQL has no connection left',
    what: `for ${forMs} ms`,
    do: (harness) => crowd(harness, forMs),
  };
};

/** Faults of the read store of the run. */
export const readModelHarms: Readonly<Record<string, FaultKind>> =
  READ_MODELS === 'postgres'
    ? { modelsCut, modelsDown, modelsCrowded }
    : { modelsLocked, modelsFull };
