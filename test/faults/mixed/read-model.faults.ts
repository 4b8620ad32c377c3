import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReadModelFile } from '../../support/read-model-file.js';
import { READ_MODELS } from '../../support/service.js';
import { crowd, fillDisk, serverOf } from '../faults/read-models.js';
import type { FaultHarness } from '../fault-harness.js';
import type { HarmKind } from './mixed-fault.js';

const fileOf = ({ service }: FaultHarness) =>
  new ReadModelFile(join(service.dataDir, 'read-models.db'));

const modelsLocked: HarmKind = (random) => {
  const forMs = random.between(1_000, 7_000);
  return {
    kind: 'read models locked',
    what: `for ${forMs} ms`,
    do: (rig) => fileOf(rig).locked(() => sleep(forMs)),
  };
};

const modelsCut: HarmKind = (random) => {
  const pausesMs = Array.from({ length: random.between(1, 5) }, () => random.between(100, 1_000));
  return {
    kind: 'connections to PostgreSQL cut',
    what: `${pausesMs.length} times`,
    do: async (rig) => {
      for (const pauseMs of pausesMs) {
        await serverOf(rig.service).cut(rig.service.readModels);
        await sleep(pauseMs);
      }
    },
  };
};

/** At once, as a power cut would; what was confirmed is there when it comes up. */
const modelsDown: HarmKind = (random) => {
  const forMs = random.between(500, 6_000);
  return {
    kind: 'PostgreSQL killed',
    what: `for ${forMs} ms`,
    do: async (rig) => {
      await serverOf(rig.service).goDown();
      await sleep(forMs);
      await serverOf(rig.service).comeUp();
    },
  };
};

const modelsFull: HarmKind = (random) => {
  const forMs = random.between(1_000, 7_000);
  return {
    kind: 'no room for read models',
    what: `for ${forMs} ms`,
    do: (rig) => fillDisk(rig, forMs),
  };
};

const modelsCrowded: HarmKind = (random) => {
  const forMs = random.between(1_000, 10_000);
  return {
    kind: 'PostgreSQL has no connection left',
    what: `for ${forMs} ms`,
    do: (rig) => crowd(rig, forMs),
  };
};

/** Of where the run keeps its read models. */
export const readModelHarms: Readonly<Record<string, HarmKind>> =
  READ_MODELS === 'postgres'
    ? { modelsCut, modelsDown, modelsCrowded }
    : { modelsLocked, modelsFull };
