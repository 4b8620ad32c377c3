import { expect, it } from '@jest/globals';
import type { Broker } from '#platform/broker/broker.js';
import { cents } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { requested } from '../deposit/deposit.examples.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { JournalSender } from './journal-sender.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
/** Of 100.00, without the fee. */
const NET = 98_50;

const sendTo = async (transferable: number) => {
  const store = new EventStore(new InMemoryEventLog());
  await store.transact(deposits, 'd-1', () => [requested], cause);
  const broker = {
    requireReady: () => undefined,
    createJournal: () => Promise.resolve({ kind: 'short', reason: 'not allowed' }),
    getFirmBalance: () =>
      Promise.resolve({ cash: cents(transferable), transferable: cents(transferable) }),
  } as unknown as Broker;
  const deposit = (await store.load(deposits, 'd-1')) as RequestedDeposit;
  await new JournalSender(store, broker).send(deposit, cause);
  return store.load(deposits, 'd-1');
};

it('a deposit that the account does not cover waits for it', async () =>
  expect(await sendTo(NET - 1)).toMatchObject({ status: 'pending', waiting: true }));

it('a refusal that the account does not explain is no wait for money', async () =>
  expect(sendTo(NET)).rejects.toThrow('the pre-funded account covers it: not allowed'));
