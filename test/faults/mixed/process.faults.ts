import { restart, runBeside, APPS } from '../faults/processes.js';
import { PLACES } from '../faults/crash-points.js';
import { stopInTransaction } from '../faults/read-models.js';
import { doubleJobs } from '../faults/doubled-jobs.js';
import type { FaultKind } from './mixed-fault.js';

const OURS = ['api', 'worker', 'projector'] as const;

const killed: FaultKind = (random) => {
  const app = random.pick(APPS);
  return { kind: 'kill -9', what: app, do: async (harness) => harness.kill(app) };
};

const ended: FaultKind = (random) => {
  const app = random.pick(OURS);
  return { kind: 'SIGTERM', what: app, do: (harness) => restart(harness, app) };
};

const frozen: FaultKind = (random) => {
  const app = random.pick(APPS);
  const forMs = random.between(1_000, 8_000);
  const what = `${app} for ${forMs} ms`;
  return { kind: 'SIGSTOP', what, do: (harness) => harness.freeze(app, forMs) };
};

const crashed: FaultKind = (random) => {
  const [app, point] = random.pick(PLACES);
  const what = `${app} at ${point}`;
  return { kind: 'crash point', what, do: async (harness) => harness.armDeath(app, point) };
};

const beside: FaultKind = (random) => {
  const apps = random.pick([['worker'], ['projector'], ['worker', 'projector']] as const);
  const forMs = random.between(4_000, 10_000);
  const what = `${apps.join(' and ')} for ${forMs} ms`;
  return { kind: 'second process', what, do: (harness) => runBeside(harness, apps, forMs) };
};

const doubled: FaultKind = (random) => {
  const forMs = random.between(4_000, 8_000);
  return {
    kind: 'jobs handed out again',
    what: `for ${forMs} ms`,
    do: (harness) => doubleJobs(harness, forMs),
  };
};

/** The projector dies between applying events and storing its checkpoint. */
const reapplied: FaultKind = (random) => {
  const times = random.between(1, 3);
  return {
    kind: 'projector repeats',
    what: `${times} times`,
    do: async (harness) => {
      for (let n = 0; n < times; n++) await harness.dieAt('projector', 'projection.applied');
    },
  };
};

/** The projector dies in an open transaction. */
const halfway: FaultKind = () => ({
  kind: 'projector dies halfway',
  what: 'in a transaction',
  do: (harness) => harness.dieAt('projector', 'projection.written'),
});

const stopped: FaultKind = (random) => {
  const forMs = random.between(2_000, 8_000);
  return {
    kind: 'SIGSTOP halfway',
    what: `projector in a transaction for ${forMs} ms, another one beside it`,
    do: (harness) => stopInTransaction(harness, forMs),
  };
};

export const processHarms = {
  ...{ killed, ended, frozen, crashed, beside, doubled },
  ...{ reapplied, halfway, stopped },
};
