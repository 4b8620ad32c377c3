import { describe, expect, it } from '@jest/globals';
import type { Broker } from '#platform/broker/broker.js';
import type { BrokerJournal } from '#platform/broker/broker-records.js';
import { cents } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { EffectUncertain } from '#platform/jobs/effect.js';
import { requestClose } from '../deposit/close-deposit.decide.js';
import { startDeposit } from '../deposit/deposit.decide.js';
import { at, delayed, noon, requested, started } from '../deposit/deposit.examples.js';
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
    findJournal: () => Promise.resolve(null),
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

describe('an answer that comes when the next send has begun', () => {
  it.each([
    ['short of money', { kind: 'short', reason: 'not allowed' }],
    ['a no', { kind: 'refused', reason: 'not allowed' }],
  ])('says nothing of that one: %s', async (_, answer) => {
    const store = new EventStore(new InMemoryEventLog());
    await store.transact(deposits, 'd-1', () => [requested], cause);
    const sendNext = () => store.transact(deposits, 'd-1', startDeposit(noon), cause);
    const broker = {
      requireReady: () => undefined,
      createJournal: async () => {
        await sendNext();
        return answer;
      },
      findJournal: () => Promise.resolve(null),
      getFirmBalance: () => Promise.resolve({ cash: cents(0), transferable: cents(0) }),
    } as unknown as Broker;
    const deposit = (await store.load(deposits, 'd-1')) as RequestedDeposit;
    await new JournalSender(store, broker).send(deposit, cause);
    expect(await store.load(deposits, 'd-1')).toMatchObject({
      ...{ status: 'processing', startedAt: at, attempts: 2 },
    });
    await store.transact(deposits, 'd-1', requestClose('stuck', 'staff:s-1', noon), cause);
    expect(await store.load(deposits, 'd-1')).toMatchObject({ status: 'processing' });
  });
});

describe('a send that follows a wait for the account', () => {
  const answered = async (
    sent: { readonly kind: string; readonly reason: string },
    found: BrokerJournal | null,
  ) => {
    const store = new EventStore(new InMemoryEventLog());
    await store.transact(deposits, 'd-1', () => [requested, started, delayed], cause);
    const broker = {
      requireReady: () => undefined,
      createJournal: () => Promise.resolve(sent),
      findJournal: () => Promise.resolve(found),
      getFirmBalance: () => Promise.resolve({ cash: cents(0), transferable: cents(0) }),
    } as unknown as Broker;
    const deposit = (await store.load(deposits, 'd-1')) as RequestedDeposit;
    const error = await new JournalSender(store, broker).send(deposit, cause).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return { error, deposit: await store.load(deposits, 'd-1') };
  };

  it('is looked up after a first no in words, like any first send', async () => {
    const { error, deposit } = await answered({ kind: 'unclear', reason: 'in words' }, null);
    expect(error).toBeInstanceOf(EffectUncertain);
    expect(deposit).toMatchObject({ status: 'processing' });
  });

  it('counts when it was executed, and the account is short by that alone', async () => {
    const journal = { id: 'j-1', status: 'executed', amount: cents(NET) };
    const { deposit } = await answered({ kind: 'short', reason: 'in words' }, journal);
    expect(deposit).toMatchObject({ status: 'completed', journalId: 'j-1' });
  });
});
