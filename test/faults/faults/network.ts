import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkFault } from '../../support/tcp-proxy.js';
import type { Fault } from '../fault.js';
import { LINKS, type LinkName } from '../network.js';
import type { Random } from '../random.js';
import type { FaultHarness } from '../fault-harness.js';

/** Documented response time of every request, for all network faults. */
const ANSWER_MAX_MS = 15_000;
const KINDS: readonly ((random: Random) => NetworkFault)[] = [
  () => ({ kind: 'late', byMs: 250 }),
  () => ({ kind: 'half-open' }),
  (random) => ({ kind: 'reset', afterBytes: random.between(1, 20_000) }),
  () => ({ kind: 'blocked', way: 'there' }),
  () => ({ kind: 'blocked', way: 'back' }),
];

/** F22: all links, one after another. */
export const brokenLinks: Fault = {
  id: 'F22',
  title: 'each network link late, half-open, reset, blocked one way',
  run: async (harness, size) => {
    const forMs = size === 'full' ? 15_000 : 5_000;
    for (const link of LINKS) {
      const kinds = size === 'full' ? KINDS : [harness.random.pick(KINDS), KINDS[1]!];
      for (const kind of kinds) await breakLink(harness, link, kind(harness.random), forMs);
    }
    return `${LINKS.length} links; ${judgePatience(harness)}`;
  },
};

/** F22: the link with the most dependents, and a fault that does not cause an error. */
export const halfOpenLink: Fault = {
  id: 'F22b',
  title: 'connections of the worker to Redis half-open',
  run: async (harness) => {
    await breakLink(harness, 'worker → Redis', { kind: 'half-open' }, 3_000);
    return judgePatience(harness);
  },
};

const breakLink = async (
  harness: FaultHarness,
  link: LinkName,
  fault: NetworkFault,
  forMs: number,
): Promise<void> => {
  harness.network.inject(link, fault);
  await sleep(forMs);
  harness.network.heal();
  await sleep(1_000);
};

const judgePatience = (harness: FaultHarness): string => {
  const longestMs = harness.record.quantileMs(1);
  if (longestMs > ANSWER_MAX_MS) harness.record.complain(`a request took ${longestMs} ms`);
  return `answered within ${harness.record.quantileMs(0.99)} ms (p99), ${longestMs} ms at most`;
};
