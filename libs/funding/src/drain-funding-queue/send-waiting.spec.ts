import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker } from '#broker/broker.js';
import type { BrokerJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { eventsOf } from '../../../../test/support/events-of.js';
import { rowsAfter } from '../../../../test/support/given.js';
import { BlockedUserClosure } from '../close-deposit/blocked-user-closure.js';
import { CreditDepositProcessor } from '../credit-deposit/credit-deposit.processor.js';
import { JournalSender } from '../credit-deposit/journal-sender.js';
import { recordJournal } from '../deposit/deposit.decide.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import * as example from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { IN_LINE, waitingDeposits } from '../waiting-deposits/waiting-deposits.projection.js';
import type { FundingQueue } from '../waiting-deposits/funding-queue.js';
import { SendWaitingProcessor } from './send-waiting.processor.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const NET = cents(98_50);
const { delayed, requested, started } = example;

let log: InMemoryEventLog;
let store: EventStore;
let atBroker: Map<string, BrokerJournal>;
let sent: string[];

const journalOf = (id: string, status: string): BrokerJournal => ({
  ...{ id: `j-of-${id}`, status, amount: NET },
});

const broker = {
  requireReady: () => undefined,
  createJournal: ({ journalKey }: { readonly journalKey: string }) => {
    sent.push(journalKey);
    return Promise.resolve({ kind: 'accepted', value: journalOf(journalKey, 'executed') });
  },
  findJournal: ({ journalKey }: { readonly journalKey: string }) =>
    Promise.resolve(atBroker.get(journalKey) ?? null),
  getFirmBalance: () => Promise.resolve({ cash: cents(500_00), transferable: cents(500_00) }),
} as unknown as Broker;

/** The funding queue of the read model. */
const line = {
  first: async () => {
    const events = (await eventsOf(log)).map(({ type, data }) => deposits.parse(type, data));
    const rows = rowsAfter(waitingDeposits, ...events)['waitingDeposits'] ?? [];
    return rows.filter(({ state }) => state === IN_LINE);
  },
  isOpen: () => Promise.resolve(true),
} as unknown as FundingQueue;

const happened = (depositId: string, ...events: readonly DepositEvent[]) =>
  store.transact(
    deposits,
    depositId,
    () => events.map((each) => ({ ...each, data: { ...each.data, depositId } }) as DepositEvent),
    cause,
  );
const say = (depositId: string, journal: BrokerJournal) =>
  store.transact(
    deposits,
    depositId,
    recordJournal({ kind: 'journal', journal }, new Date()),
    cause,
  );
const parts = () => {
  const sender = new JournalSender(store, broker);
  const withdraw = new BlockedUserClosure(store);
  return {
    walk: new SendWaitingProcessor(store, broker, sender, line, withdraw),
    look: new CreditDepositProcessor(store, broker, sender, line, withdraw),
  };
};
const job = (id: string) => ({ id, correlationId: 'r-1', causationId: 'hint' });

beforeEach(async () => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
  atBroker = new Map();
  sent = [];
  await happened('d-1', requested, started, delayed);
  await happened('d-2', requested, delayed);
});

describe('a queued deposit whose journal the broker already has', () => {
  it.each(['pending', 'queued'])(
    'does not block other deposits while the journal is %s',
    async (status) => {
      await say('d-1', journalOf('d-1', status));
      await parts().walk.process(job('p-1'));
      expect(sent).toEqual(['d-2']);
      expect(await store.load(deposits, 'd-2')).toMatchObject({ status: 'completed' });
    },
  );

  it('is completed by the broker’s notification, and not sent again', async () => {
    atBroker.set('d-1', journalOf('d-1', 'executed'));
    await parts().look.process(job('d-1'));
    expect(await store.load(deposits, 'd-1')).toMatchObject({ status: 'completed' });
    await parts().walk.process(job('p-1'));
    expect(sent).toEqual(['d-2']);
  });
});

describe('a queued deposit that the broker does not have', () => {
  it('stays in the queue after a lookup', async () => {
    await parts().look.process(job('d-1'));
    expect(await store.load(deposits, 'd-1')).toMatchObject({ status: 'pending', waiting: true });
    expect(sent).toEqual([]);
  });
});
