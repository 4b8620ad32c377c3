import { setTimeout as sleep } from 'node:timers/promises';
import type { Harm } from '../../support/tcp-proxy.js';
import type { Fault } from '../fault.js';
import { LINKS, type LinkName } from '../network.js';
import type { Random } from '../random.js';
import type { FaultHarness } from '../fault-harness.js';

/** What is promised for every request, whatever the network does. */
const ANSWER_MAX_MS = 15_000;
const KINDS: readonly ((random: Random) => Harm)[] = [
  () => ({ kind: 'late', byMs: 250 }),
  () => ({ kind: 'half-open' }),
  (random) => ({ kind: 'reset', afterBytes: random.between(1, 20_000) }),
  () => ({ kind: 'blocked', way: 'there' }),
  () => ({ kind: 'blocked', way: 'back' }),
];

/** F22: every link, one after the other. */
export const brokenLinks: Fault = {
  id: 'F22',
  title: 'each network link late, half-open, reset, blocked one way',
  run: async (rig, size) => {
    const forMs = size === 'full' ? 15_000 : 5_000;
    for (const link of LINKS) {
      const kinds = size === 'full' ? KINDS : [rig.random.pick(KINDS), KINDS[1]!];
      for (const kind of kinds) await breakLink(rig, link, kind(rig.random), forMs);
    }
    return `${LINKS.length} links; ${judgePatience(rig)}`;
  },
};

/** F22: the link that everything waits for, and the harm that no error tells of. */
export const halfOpenLink: Fault = {
  id: 'F22b',
  title: 'connections of the worker to Redis half-open',
  run: async (rig) => {
    await breakLink(rig, 'worker → Redis', { kind: 'half-open' }, 3_000);
    return judgePatience(rig);
  },
};

const breakLink = async (
  rig: FaultHarness,
  link: LinkName,
  harm: Harm,
  forMs: number,
): Promise<void> => {
  rig.network.suffer(link, harm);
  await sleep(forMs);
  rig.network.heal();
  await sleep(1_000);
};

const judgePatience = (rig: FaultHarness): string => {
  const longestMs = rig.record.quantileMs(1);
  if (longestMs > ANSWER_MAX_MS) rig.record.complain(`a request took ${longestMs} ms`);
  return `answered within ${rig.record.quantileMs(0.99)} ms (p99), ${longestMs} ms at most`;
};
