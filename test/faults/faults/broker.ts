import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.js';

export const SENDS = ['POST /v1/accounts', 'POST /v1/journals', 'POST /v1/trading/accounts'];
export const LOST_ANSWERS = [
  'execute-then-hang',
  'execute-then-reset',
  'execute-then-status:500',
  'execute-then-status:502',
  'execute-then-status:429',
  'half-body',
  'broken-json',
  'other-schema',
];

/** F10: the broker executes a request, and its response is lost. */
export const executedAndLost: Fault = {
  id: 'F10',
  title: 'the broker executes, then hangs, resets, answers 5xx, 429 or nonsense',
  run: async (harness, size) => {
    const perMode = size === 'full' ? 100 : 1;
    for (const mode of LOST_ANSWERS)
      for (const match of SENDS) await harness.fault('broker', match, mode, perMode);
    await sleep(size === 'full' ? 240_000 : 8_000);
    return `${perMode} of each of ${LOST_ANSWERS.length} modes on ${SENDS.length} calls`;
  },
};

/** F11: the broker executes a request, and the lookup does not find it yet. */
export const blindLookUps: Fault = {
  id: 'F11',
  title: 'answer lost, and the look-up finds nothing for 5 s',
  run: async (harness, size) => {
    const count = size === 'full' ? 50 : 2;
    for (const match of SENDS) {
      await harness.fault('broker', match, 'not-found-for:5000', count);
      await harness.fault('broker', match, 'execute-then-status:500', count);
    }
    await sleep(size === 'full' ? 60_000 : 6_000);
    return `${count} of each of ${SENDS.length} calls`;
  },
};

/** F12: duplicate, reordered, late or lost notifications. */
export const eventsAstray: Fault = {
  id: 'F12',
  title: 'events of broker and identity provider duplicated, reordered, late, dropped',
  run: async (harness, size) => {
    const count = size === 'full' ? 200 : 10;
    for (const stream of ['accounts', 'journals', 'trades', 'webhook'])
      for (const mode of ['duplicate:5', 'reorder', 'drop', 'delay:3000'])
        await harness.fault(
          stream === 'webhook' ? 'identity' : 'broker',
          `EVENT ${stream}`,
          mode,
          count,
        );
    await sleep(size === 'full' ? 120_000 : 8_000);
    return `${count} of each of four modes on four streams`;
  },
};

/** F13: a notification arrives before the response to the call that caused it. */
export const answersAfterEvents: Fault = {
  id: 'F13',
  title: 'notifications arrive before the answer to our own call, which hangs',
  run: async (harness, size) => {
    const count = size === 'full' ? 100 : 4;
    for (const match of SENDS) await harness.fault('broker', match, 'execute-then-hang', count);
    await sleep(size === 'full' ? 180_000 : 8_000);
    return `${count} of each of ${SENDS.length} calls`;
  },
};
