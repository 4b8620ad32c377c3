import { LOST_ANSWERS, SENDS } from '../faults/broker.js';
import type { FaultHarness } from '../fault-harness.js';
import type { FaultKind } from './mixed-fault.js';

const LOOK_UPS = ['GET /v1/journals', 'GET /v1/accounts', 'GET /v1/trading'];
const NOT_DONE = ['hang', 'reset', 'status:500', 'status:429', 'status:503'];
const EVENTS = ['duplicate:5', 'reorder', 'drop', 'delay:5000'];
const IDENTITY = ['POST /users', 'POST /onboarding', 'GET /users', 'PATCH /users'];

const onEach = async (
  harness: FaultHarness,
  matches: readonly string[],
  mode: string,
  count: number,
): Promise<void> => {
  for (const match of matches) await harness.fault('broker', match, mode, count);
};

/** The broker executes the request, and the response is lost. */
const unanswered: FaultKind = (random) => {
  const mode = random.pick(LOST_ANSWERS);
  const count = random.between(5, 30);
  return {
    kind: 'broker does it and does not say so',
    what: `${mode}, ${count} of each call`,
    do: (harness) => onEach(harness, SENDS, mode, count),
  };
};

/** The broker does not execute the request, and lookups fail, too. */
const undone: FaultKind = (random) => {
  const mode = random.pick(NOT_DONE);
  const count = random.between(5, 20);
  return {
    kind: 'broker fails',
    what: `${mode}, ${count} of each call`,
    do: (harness) => onEach(harness, [...SENDS, ...LOOK_UPS], mode, count),
  };
};

const blind: FaultKind = (random) => {
  const count = random.between(3, 10);
  return {
    kind: 'broker’s look-up finds nothing for 5 s',
    what: `${count} of each call`,
    do: async (harness) => {
      await onEach(harness, SENDS, 'not-found-for:5000', count);
      await onEach(harness, SENDS, 'execute-then-status:500', count);
    },
  };
};

/** Slow responses increase the number of concurrent calls. */
const slow: FaultKind = (random) => {
  const forMs = random.between(500, 4_000);
  const count = random.between(10, 40);
  return {
    kind: 'broker slow',
    what: `${forMs} ms, ${count} of each call`,
    do: async (harness) => {
      await onEach(harness, SENDS, 'reset', 5);
      await onEach(harness, [...SENDS, ...LOOK_UPS], `delay:${forMs}`, count);
    },
  };
};

const eventsAstray: FaultKind = (random) => {
  const stream = random.pick(['accounts', 'journals', 'trades', 'webhook']);
  const mode = random.pick(EVENTS);
  const count = random.between(10, 50);
  const side = stream === 'webhook' ? 'identity' : 'broker';
  return {
    kind: 'events astray',
    what: `${count} of ${stream}, ${mode}`,
    do: (harness) => harness.fault(side, `EVENT ${stream}`, mode, count),
  };
};

const identity: FaultKind = (random) => {
  const mode = random.pick([...LOST_ANSWERS, ...NOT_DONE]);
  const count = random.between(3, 10);
  return {
    kind: 'identity provider fails',
    what: `${mode}, ${count} of each call`,
    do: async (harness) => {
      for (const match of IDENTITY) await harness.fault('identity', match, mode, count);
    },
  };
};

export const providerHarms = { unanswered, undone, blind, slow, eventsAstray, identity };
