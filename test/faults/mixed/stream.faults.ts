import { type Ledger, readLedger } from '../ledgers.js';
import type { Random } from '../random.js';
import type { FaultKind } from './mixed-fault.js';

const replayed: FaultKind = (random) => {
  const outcome = random.pick(['replay', 'restart-ids']);
  return {
    kind: 'event streams begin anew',
    what: outcome,
    do: (harness) => harness.control('/events', { outcome }),
  };
};

/** Empty events, and events about existing objects with unknown words or invalid ids. */
const garbled: FaultKind = (random) => {
  const count = random.between(5, 15);
  const own = random.fork();
  return {
    kind: 'events that cannot be read',
    what: `${count} in each stream`,
    do: async (harness) => {
      const ledger = await readLedger(harness.service);
      for (let i = 0; i < count; i++)
        for (const stream of ['accounts', 'journals', 'trades'] as const) {
          const data = own.percent(40) ? own.pick(NOTHING) : astray(subjects[stream], ledger, own);
          await harness.control('/events', { outcome: 'spoil', stream, data });
        }
    },
  };
};

const NOTHING = ['', '{"event_id":', 'null', '[]', '"words"', '17', '{}', '<html></html>'];

type Subject = (ledger: Ledger, random: Random) => object;

const astray = (subject: Subject, ledger: Ledger, random: Random): string => {
  const about = subject(ledger, random);
  const strange = { event: 'a word nobody knows', status_to: 'A WORD NOBODY KNOWS' };
  const ids = { event_id: 'not:an:id', event_ulid: 'not:an:id' };
  return JSON.stringify({
    ...about,
    ...(random.percent(50) ? strange : {}),
    ...(random.percent(50) ? ids : {}),
  });
};

/** Content of an event of the stream about an existing object. */
const subjects = {
  accounts: ({ accounts }, random) => ({ account_id: random.pick(accounts).id }),
  journals: ({ journals }, random) => {
    const { id, idempotencyKey } = random.pick(journals);
    return { journal_id: id, idempotency_key: idempotencyKey };
  },
  trades: ({ orders }, random) => ({
    order: { client_order_id: orders.length === 0 ? '' : random.pick(orders).clientOrderId },
  }),
} satisfies Record<string, Subject>;

export const streamHarms = { replayed, garbled };
