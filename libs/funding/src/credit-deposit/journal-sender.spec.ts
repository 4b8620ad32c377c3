import { describe, expect, it } from '@jest/globals';
import type { Broker, JournalSent } from '#broker/broker.js';
import type { BrokerJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { requestClose } from '../deposit/close-deposit.decide.js';
import { startDeposit } from '../deposit/deposit.decide.js';
import {
  at,
  delayed,
  failed,
  noon,
  ofWithdrawal,
  requested,
  started,
} from '../deposit/deposit.examples.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { JournalSender } from './journal-sender.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
/** Net amount of a deposit of 100.00. */
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

it('a rejection without a short account does not queue the deposit', async () =>
  expect(sendTo(NET)).rejects.toThrow('although the pre-funded account covers it: not allowed'));

describe('a response that arrives after the next send has begun', () => {
  it.each([
    ['a short account', { kind: 'short', reason: 'not allowed' }],
    ['a rejection', { kind: 'refused', reason: 'not allowed' }],
  ])('does not apply to that send: %s', async (_, answer) => {
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
  const sendAfterWait = async (
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

  it('is looked up after a first plain-text rejection, like any first send', async () => {
    const { error, deposit } = await sendAfterWait({ kind: 'unclear', reason: 'plain text' }, null);
    expect(error).toBeInstanceOf(OutcomeUnknown);
    expect(deposit).toMatchObject({ status: 'processing' });
  });

  it('counts if it was executed, and only this journal made the account short', async () => {
    const journal = { id: 'j-1', status: 'executed', amount: cents(NET) };
    const { deposit } = await sendAfterWait({ kind: 'short', reason: 'plain text' }, journal);
    expect(deposit).toMatchObject({ status: 'completed', journalId: 'j-1' });
  });
});

describe('a send', () => {
  type Asked = Parameters<Broker['findJournal']>[0];
  const journal = { id: 'j-1', status: 'executed', amount: cents(NET) };
  const sendWith = async (
    sent: JournalSent,
    findJournal: (requests: Asked) => BrokerJournal | null,
    ...before: (typeof requested)[]
  ) => {
    const log = new InMemoryEventLog();
    const store = new EventStore(log);
    await store.transact(deposits, 'd-1', () => [requested, ...before], cause);
    const [requests, tickets]: [(string | null)[], object[]] = [[], []];
    const broker = {
      requireReady: () => undefined,
      createJournal: async (ticket: object) => {
        tickets.push(ticket);
        return sent;
      },
      findJournal: async (wanted: Asked) => {
        requests.push(wanted.since);
        return findJournal(wanted);
      },
    } as unknown as Broker;
    const deposit = (await store.load(deposits, 'd-1')) as RequestedDeposit;
    const error = await new JournalSender(store, broker).send(deposit, cause).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const [last] = (await log.read('deposit-d-1')).slice(-1);
    return { error, asked: requests, tickets, last, deposit: await store.load(deposits, 'd-1') };
  };
  const nothing = () => null;
  const exists: JournalSent = { kind: 'exists', reason: 'plain text' };
  const unclear: JournalSent = { kind: 'unclear', reason: 'plain text' };
  const refused: JournalSent = { kind: 'refused', reason: 'account closed' };

  it('has the amount without the fee, and the id of the deposit as its key', async () => {
    const { tickets, deposit } = await sendWith({ kind: 'accepted', value: journal }, nothing);
    const between = { journalKey: 'd-1', accountId: 'a-1', direction: 'to_user' };
    expect(tickets).toEqual([{ ...between, amount: cents(NET) }]);
    expect(deposit).toMatchObject({ status: 'completed', journalId: 'j-1' });
  });
  it('fails after the broker’s own rejection', async () =>
    expect(await sendWith(refused, nothing)).toMatchObject({
      deposit: { status: 'failed' },
      asked: [],
    }));
  it('is canceled when the broker throttles it', async () =>
    expect(await sendWith({ kind: 'throttled', retryAfterMs: 1_000 }, nothing)).toMatchObject({
      error: { retryAfterMs: 1_000 },
      deposit: { attempts: 0, startedAt: null },
    }));
  it.each([exists, unclear])(
    'is looked up after $kind, even if the journal is old',
    async (answer) => {
      const old = ({ since }: Asked) => (since === null ? journal : null);
      const { asked: requests, deposit } = await sendWith(answer, old);
      expect(requests).toEqual([at, null]);
      expect(deposit).toMatchObject({ status: 'completed', journalId: 'j-1' });
    },
  );
  it('is found at once if it is not older than the deposit', async () =>
    expect(await sendWith(exists, () => journal)).toMatchObject({
      deposit: { status: 'completed' },
      asked: [at],
    }));
  it.each([
    ['a first plain-text rejection', [], OutcomeUnknown, 'processing'],
    ['the same rejection long after the first', [started], null, 'failed'],
  ])('after %s, without a journal', async (_, before, error, status) => {
    const sent = await sendWith(unclear, nothing, ...before);
    if (error === null) expect(sent.error).toBeNull();
    else expect(sent.error).toBeInstanceOf(error);
    expect(sent.deposit).toMatchObject({ status });
  });
  it('happens once', async () =>
    expect(await sendWith(refused, nothing, failed)).toMatchObject({ tickets: [] }));
});

describe('the send of a withdrawal', () => {
  const send = async (sent: JournalSent, found: BrokerJournal | null = null) => {
    const store = new EventStore(new InMemoryEventLog());
    await store.transact(deposits, 'd-1', () => [ofWithdrawal(requested)], cause);
    const tickets: object[] = [];
    const broker = {
      requireReady: () => undefined,
      createJournal: (ticket: object) => {
        tickets.push(ticket);
        return Promise.resolve(sent);
      },
      findJournal: ({ direction }: { readonly direction: string }) =>
        Promise.resolve(direction === 'to_firm' ? found : null),
      getFirmBalance: () => Promise.reject(new Error('the firm account does not matter')),
    } as unknown as Broker;
    const deposit = (await store.load(deposits, 'd-1')) as RequestedDeposit;
    await new JournalSender(store, broker).send(deposit, cause);
    return { tickets, withdrawal: await store.load(deposits, 'd-1') };
  };
  const journal = { id: 'j-1', status: 'executed', amount: cents(NET) };

  it('has the whole amount, from the user’s account', async () => {
    const { tickets, withdrawal } = await send({ kind: 'accepted', value: journal });
    const between = { journalKey: 'd-1', accountId: 'a-1', direction: 'to_firm' };
    expect(tickets).toEqual([{ ...between, amount: cents(NET) }]);
    expect(withdrawal).toMatchObject({ status: 'completed', journalId: 'j-1' });
  });
  it('fails if the user’s account is short', async () => {
    const { withdrawal } = await send({ kind: 'short', reason: 'insufficient balance' });
    expect(withdrawal).toMatchObject({ status: 'failed', waiting: false });
  });
  it('completes if this journal made the account short', async () => {
    const { withdrawal } = await send({ kind: 'short', reason: 'insufficient balance' }, journal);
    expect(withdrawal).toMatchObject({ status: 'completed', journalId: 'j-1' });
  });
});
