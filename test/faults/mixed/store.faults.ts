import { setTimeout as sleep } from 'node:timers/promises';
import { lockLog, poisonedLog } from '../faults/event-log.js';
import { persistBy, putBack, wipe } from '../faults/redis.js';
import type { FaultKind } from './mixed-fault.js';

const REBUILD_WAITED_FOR_MS = 15_000;
const [BURST, BURSTS_MAX] = [24, 20];

const wiped: FaultKind = (random) => {
  const pausesMs = Array.from({ length: random.between(1, 3) }, () => random.between(200, 1_500));
  return {
    kind: 'FLUSHALL',
    what: `${pausesMs.length} times`,
    do: async (harness) => {
      for (const pauseMs of pausesMs) {
        await wipe(harness);
        await sleep(pauseMs);
      }
    },
  };
};

const redisKilled: FaultKind = (random) => {
  const [appendOnly, sync] = random.pick([
    ['yes', 'always'],
    ['yes', 'everysec'],
    ['no', 'everysec'],
  ] as const);
  return {
    kind: 'Redis killed',
    what: appendOnly === 'yes' ? `with AOF ${sync}` : 'without AOF',
    do: async (harness) => {
      await persistBy(harness, appendOnly, sync);
      await sleep(1_000);
      harness.kill('redis');
    },
  };
};

const redisOld: FaultKind = (random) => {
  const ageMs = random.between(2_000, 8_000);
  return { kind: 'Redis put back', what: `${ageMs} ms`, do: (harness) => putBack(harness, ageMs) };
};

const locked: FaultKind = (random) => {
  const forMs = random.between(1_000, 7_000);
  return {
    kind: 'event log locked',
    what: `for ${forMs} ms`,
    do: (harness) => lockLog(harness, forMs),
  };
};

const poisoned: FaultKind = () => ({
  kind: 'poison in the log',
  what: 'three events',
  do: (harness) => poisonedLog.run(harness, 'short'),
});

/** Rebuilds under many writes, so that active and new tables apply the same events at different times. */
const rebuilt: FaultKind = (random) => ({
  kind: 'rebuild',
  what: 'of all read models, while deposits are asked for as fast as they are answered',
  do: async (harness) => {
    const over = new AbortController();
    const rebuilding = harness.service.ops('rebuild').finally(() => over.abort());
    // A rebuild of a long log takes minutes, and other faults need not wait for it.
    const waited = Promise.race([rebuilding, sleep(REBUILD_WAITED_FOR_MS, null)]);
    for (let burst = 0; burst < BURSTS_MAX && !over.signal.aborted; burst++)
      await harness.load.deposits(BURST, random);
    const done = await waited;
    if (done !== null && done.code !== 0) throw new Error(done.stderr);
  },
});

const cutOff: FaultKind = (random) => {
  const which = random.between(0, 1);
  return {
    kind: 'cut-off',
    what: `of partner ${which + 1}`,
    do: async (harness) => {
      const { partnerId } = harness.load.servers[which]!;
      const { code, stderr } = await harness.service.ops(
        'settlement',
        'cut-off',
        '--partner',
        partnerId,
      );
      if (code !== 0) throw new Error(stderr);
    },
  };
};

export const storeHarms = { wiped, redisKilled, redisOld, locked, poisoned, rebuilt, cutOff };
