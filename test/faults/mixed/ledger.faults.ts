import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ledger, readLedger, toCents } from '../ledgers.js';
import type { Random } from '../random.js';
import type { FaultHarness } from '../fault-harness.js';
import type { FaultKind } from './mixed-fault.js';
import { tradeHarms } from './trade.faults.js';

const REFUSALS = [400, 404, 405, 410, 422];
const SHOWN_OTHERWISE_MS = 5_000;
const LIMITED_MS = 6_000;

/** Third-party journals, which must not stop the service. */
const foreign: FaultKind = (random) => {
  const descriptions = ['Top-up: March', '', 'x'.repeat(1_000), randomUUID()];
  const journals = Array.from({ length: random.between(2, 6) }, () => ({
    to: randomUUID(),
    amount: random.pick(['1.2345', '25.00', '0.01']),
    description: random.pick(descriptions),
    status: random.pick(['executed', 'pending', 'rejected', 'a word nobody knows']),
  }));
  return {
    kind: 'others journal on the firm account',
    what: `${journals.length} of them`,
    do: async (harness) => {
      for (const journal of journals) await harness.control('/journals', journal);
    },
  };
};

/** A proxy rejects a request that the broker executes. */
const denied: FaultKind = (random) => {
  const mode = `execute-then-status:${random.pick(REFUSALS)}`;
  const count = random.between(2, 8);
  const match = random.pick(['POST /v1/journals', 'POST /v1/accounts', 'POST /v1/trading']);
  return {
    kind: 'broker does it, and an edge says no',
    what: `${match}, ${mode}, ${count}`,
    do: (harness) => harness.fault('broker', match, mode, count),
  };
};

type Journal = Ledger['journals'][number];

const isKept = ({ idempotencyKey, status, reversedAt }: Journal): boolean =>
  idempotencyKey !== null && status === 'executed' && reversedAt === null;

/**
 * Returns some of the service's executed credits, each at most once. A reversal may leave a negative
 * balance, as at the real broker.
 */
const someCredits = async (
  harness: FaultHarness,
  random: Random,
  count: number,
  isMeant: (journal: Journal) => boolean = () => true,
): Promise<Journal[]> => {
  const { journals } = await readLedger(harness.service);
  const left = journals.filter(
    (journal) => isKept(journal) && isMeant(journal) && !touched.has(journal.id),
  );
  const chosen = Array.from({ length: Math.min(count, left.length) }, () => {
    const [journal] = left.splice(random.between(0, left.length - 1), 1);
    return journal!;
  });
  for (const { id } of chosen) touched.add(id);
  return chosen;
};

/** A credit is changed only once, so that the sums stay distinguishable. */
const touched = new Set<string>();

const centsText = (cents: bigint): string =>
  `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`;

type Change = (journal: Journal, random: Random) => object;

const changing =
  (kind: string, change: Change, isMeant?: (journal: Journal) => boolean): FaultKind =>
  (random) => {
    const count = random.between(1, 5);
    const own = random.fork();
    return {
      kind,
      what: `${count} credits`,
      do: async (harness) => {
        for (const journal of await someCredits(harness, own, count, isMeant))
          await harness.control(`/journals/${journal.id}`, change(journal, own));
      },
    };
  };

const reversed = changing('broker takes credits back', () => ({ outcome: 'reverse' }));

const FIRM = '00000000-0000-4000-8000-00000000f1f1';

/** Only deposits: without a message, the hourly reconciliation finds a mirrored withdrawal. */
const mirrored = changing(
  'mirror journals take credits back',
  ({ id, amount }, random) => {
    const part = random.percent(50) ? {} : { amount: centsText((toCents(amount) + 1n) / 2n) };
    return { outcome: 'mirror', ...part, ...(random.percent(50) ? {} : { description: id }) };
  },
  ({ from }) => from === FIRM,
);

const corrected = changing('broker corrects credits', ({ amount }, random) => ({
  outcome: 'correct',
  amount: centsText(toCents(amount) - BigInt(random.between(1, 100))),
}));

/** Exceeds the requested amount, so the service books nothing. `calm` has the broker reverse the excess. */
const exceeded: FaultKind = (random) => {
  const count = random.between(1, 5);
  const own = random.fork();
  return {
    kind: 'broker corrects credits to more than was requested',
    what: `${count} credits`,
    do: async (harness) => {
      for (const { id, from, to, amount } of await someCredits(harness, own, count)) {
        const cents = BigInt(own.between(1, 500));
        harness.excesses.push({ from: to, to: from, amount: centsText(cents), description: id });
        const corrected = centsText(toCents(amount) + cents);
        await harness.control(`/journals/${id}`, { outcome: 'correct', amount: corrected });
      }
    },
  };
};

/** A journal shows another amount for a time, which must not be booked. */
const shownOtherwise: FaultKind = (random) => {
  const own = random.fork();
  return {
    kind: 'a journal shows another amount for a while',
    what: `${SHOWN_OTHERWISE_MS} ms`,
    do: async (harness) => {
      for (const { id, amount } of await someCredits(harness, own, 2)) {
        const path = `/journals/${id}`;
        await harness.control(path, { outcome: 'amount', amount: centsText(toCents(amount) + 1n) });
        await sleep(SHOWN_OTHERWISE_MS);
        await harness.control(path, { outcome: 'amount', amount });
      }
    },
  };
};

/** Limits the broker's rate for a time. If the sandbox dies meanwhile, `calm` removes the limit. */
const limited: FaultKind = (random) => {
  const perSecond = random.between(5, 20);
  return {
    kind: 'broker allows few requests',
    what: `${perSecond} a second, for ${LIMITED_MS} ms`,
    do: async (harness) => {
      await harness.control('/rate-limit', { perSecond });
      await sleep(LIMITED_MS);
      await harness.control('/rate-limit', { perSecond: null });
    },
  };
};

/** Large journals wait until `calm` has the broker execute them. */
const held: FaultKind = (random) => {
  const perTransaction = centsText(BigInt(random.between(4_000, 8_500)));
  return {
    kind: 'broker holds journals above a limit',
    what: `${perTransaction}, for ${LIMITED_MS} ms`,
    do: async (harness) => {
      await harness.control('/journal-limits', { perTransaction });
      await sleep(LIMITED_MS);
      await harness.control('/journal-limits', {});
    },
  };
};

/** A proxy responds to every request with a page and status 200. */
const pages: FaultKind = (random) => {
  const mode = random.pick(['html-200', 'execute-then-html-200']);
  const count = random.between(5, 20);
  return {
    kind: 'pages with 200',
    what: `${mode}, ${count} of each call`,
    do: async (harness) => {
      for (const method of ['POST', 'GET', 'DELETE'])
        await harness.fault('broker', `${method} /v1`, mode, count);
    },
  };
};

export const ledgerHarms = {
  limited,
  held,
  pages,
  foreign,
  denied,
  reversed,
  mirrored,
  corrected,
  exceeded,
  shownOtherwise,
  ...tradeHarms,
};
