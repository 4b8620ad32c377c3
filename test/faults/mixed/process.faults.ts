import { restart, runBeside, APPS } from '../faults/processes.js';
import { PLACES } from '../faults/crash-points.js';
import { stopInTransaction } from '../faults/read-models.js';
import { doubleJobs } from '../faults/doubled-jobs.js';
import type { HarmKind } from './mixed-fault.js';

const OURS = ['api', 'worker', 'projector'] as const;

const killed: HarmKind = (random) => {
  const app = random.pick(APPS);
  return { kind: 'kill -9', what: app, do: async (rig) => rig.kill(app) };
};

const ended: HarmKind = (random) => {
  const app = random.pick(OURS);
  return { kind: 'SIGTERM', what: app, do: (rig) => restart(rig, app) };
};

const frozen: HarmKind = (random) => {
  const app = random.pick(APPS);
  const forMs = random.between(1_000, 8_000);
  const what = `${app} for ${forMs} ms`;
  return { kind: 'SIGSTOP', what, do: (rig) => rig.freeze(app, forMs) };
};

const crashed: HarmKind = (random) => {
  const [app, point] = random.pick(PLACES);
  const what = `${app} at ${point}`;
  return { kind: 'crash point', what, do: async (rig) => rig.armDeath(app, point) };
};

const beside: HarmKind = (random) => {
  const apps = random.pick([['worker'], ['projector'], ['worker', 'projector']] as const);
  const forMs = random.between(4_000, 10_000);
  const what = `${apps.join(' and ')} for ${forMs} ms`;
  return { kind: 'second process', what, do: (rig) => runBeside(rig, apps, forMs) };
};

const doubled: HarmKind = (random) => {
  const forMs = random.between(4_000, 8_000);
  return {
    kind: 'jobs handed out again',
    what: `for ${forMs} ms`,
    do: (rig) => doubleJobs(rig, forMs),
  };
};

/** The projector dies between taking events and noting that it has. */
const reapplied: HarmKind = (random) => {
  const times = random.between(1, 3);
  return {
    kind: 'projector repeats',
    what: `${times} times`,
    do: async (rig) => {
      for (let n = 0; n < times; n++) await rig.dieAt('projector', 'projection.applied');
    },
  };
};

/** The projector dies with rows written and nothing committed. */
const halfway: HarmKind = () => ({
  kind: 'projector dies halfway',
  what: 'in a transaction',
  do: (rig) => rig.dieAt('projector', 'projection.written'),
});

const stopped: HarmKind = (random) => {
  const forMs = random.between(2_000, 8_000);
  return {
    kind: 'SIGSTOP halfway',
    what: `projector in a transaction for ${forMs} ms, another one beside it`,
    do: (rig) => stopInTransaction(rig, forMs),
  };
};

export const processHarms = {
  ...{ killed, ended, frozen, crashed, beside, doubled },
  ...{ reapplied, halfway, stopped },
};
