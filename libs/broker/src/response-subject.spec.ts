import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../test/support/scripted-server.js';
import { cents } from '#kernel/money.js';
import {
  accountId,
  application,
  buyByAmount,
  firmAccountId,
  journalKey,
  orderId,
  wireAccount,
  wireFirmAccount,
  wireJournal,
  wireOrder,
} from './alpaca.examples.js';
import { AlpacaBroker } from './alpaca-broker.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const OTHER = '9a9b9c9d-0000-4000-8000-000000000009';
const PAGE = '<!DOCTYPE html>\n<html><body>We will be back soon</body></html>';

let server: ScriptedServer;
let broker: AlpacaBroker;

beforeEach(async () => {
  server = await ScriptedServer.start();
  broker = new AlpacaBroker({ url: server.url, keyId: 'k', secret: 's', firmAccountId });
});
afterEach(async () => {
  await broker.close();
  await server.stop();
});

const search = { journalKey, accountId, direction: 'to_user' } as const;
const credit = { ...search, amount: cents(11_550) };
const calls = {
  openAccount: () => broker.openAccount(application, 'c'),
  findAccount: () => broker.findAccount(application, 'c'),
  getAccount: () => broker.getAccount(accountId, 'c'),
  createJournal: () => broker.createJournal(credit, 'c'),
  findJournal: () => broker.findJournal({ ...search, since: null }, 'c'),
  findJournalById: () => broker.findJournalById(wireJournal.id, 'c'),
  getJournal: () => broker.getJournal(wireJournal.id, 'c'),
  listJournals: () => broker.listJournals(accountId),
  listReversals: () =>
    broker.listReversals({ endedSince: new Date(), mirroredSince: new Date() }, 'c'),
  listCredits: () =>
    broker.listCredits({ accountIds: new Set([accountId]), since: new Date() }, 'c'),
  getFirmBalance: () => broker.getFirmBalance('c'),
  getTransferableCash: () => broker.getTransferableCash(accountId, 'c'),
  createOrder: () => broker.createOrder(buyByAmount, 'c'),
  findOrder: () => broker.findOrder({ orderId, accountId }, 'c'),
  listOrders: () => broker.listOrders(accountId),
  cancelOrder: () => broker.cancelOrder({ brokerOrderId: wireOrder.id, accountId }, 'c'),
};

describe('a page with a success status', () => {
  it.each(Object.entries(calls))('leaves the outcome unknown: %s', async (_, call) => {
    server.answers(200, PAGE);
    await expect(call()).rejects.toThrow(OutcomeUnknown);
  });
});

describe('a response about another record', () => {
  const other = { ...wireAccount, contact: { email_address: 'somebody.else@users.example' } };
  it.each<[string, unknown, () => Promise<unknown>]>([
    ['an account of another e-mail', other, calls.openAccount],
    ['another account', { ...wireAccount, id: OTHER }, calls.getAccount],
    ['another journal', { ...wireJournal, id: OTHER }, calls.getJournal],
    ['a journal with another key', { ...wireJournal, description: OTHER }, calls.createJournal],
    ['another journal, by id', { ...wireJournal, id: OTHER }, calls.findJournalById],
    ['a journal of another firm', { ...wireJournal, from_account: OTHER }, calls.getJournal],
    ['the balance of another', { ...wireFirmAccount, id: OTHER }, calls.getFirmBalance],
    ['the cash of another', { ...wireFirmAccount, id: OTHER }, calls.getTransferableCash],
    ['another order, created', { ...wireOrder, client_order_id: OTHER }, calls.createOrder],
    ['another order, found', { ...wireOrder, client_order_id: OTHER }, calls.findOrder],
  ])('is rejected: %s', async (_, body, call) => {
    server.answers(200, body);
    await expect(call()).rejects.toThrow(OutcomeUnknown);
  });

  it.each<[string, object]>([
    ['an id that is not a UUID', { id: '../../v1/accounts' }],
    ['an id with a query', { id: `${accountId}?y=1` }],
    ['an id in capitals', { id: OTHER.toUpperCase() }],
    ['the pre-funded account', { id: firmAccountId }],
    ['another currency', { currency: 'EUR' }],
    ['a number with markup', { account_number: '<b>\u202e' }],
    ['a number that is too long', { account_number: '9'.repeat(41) }],
    ['a status with a direction mark', { status: '\u202eEVITCA' }],
  ])('is rejected for an account: %s', async (_, lie) => {
    server.answers(200, { ...wireAccount, ...lie });
    await expect(calls.openAccount()).rejects.toThrow(OutcomeUnknown);
    server.answers(200, [{ ...wireAccount, ...lie }]);
    await expect(calls.findAccount()).rejects.toThrow(OutcomeUnknown);
  });

  it.each(['../../x', 'a?b=c', '=1+1', '', 'x', 'transactions', OTHER.toUpperCase()])(
    'is rejected for a journal or an order with the id %j',
    async (id) => {
      server.answers(200, { ...wireJournal, id });
      await expect(calls.createJournal()).rejects.toThrow(OutcomeUnknown);
      server.answers(200, { ...wireOrder, id });
      await expect(calls.createOrder()).rejects.toThrow(OutcomeUnknown);
      await expect(calls.findOrder()).rejects.toThrow(OutcomeUnknown);
    },
  );

  it('omits e-mail addresses from the error', async () => {
    server.answers(200, other);
    await expect(calls.openAccount()).rejects.toThrow(/^POST .* of another e-mail address$/);
  });

  it('reports the requested and the returned record', async () => {
    server.answers(200, { ...wireJournal, id: OTHER });
    await expect(calls.getJournal()).rejects.toThrow(
      `GET /v1/journals/${wireJournal.id}: asked about journal ${wireJournal.id}, but the response is about ${OTHER}`,
    );
  });
});

describe('a journal', () => {
  it('contains both accounts, even if they differ from the requested ones', async () => {
    server.answers(200, { ...wireJournal, to_account: OTHER });
    expect(await calls.createJournal()).toMatchObject({ value: { creditedAccountId: OTHER } });
    expect(await calls.getJournal()).toMatchObject({ creditedAccountId: OTHER });
    server.answers(200, { ...wireJournal, from_account: OTHER, to_account: firmAccountId });
    expect(await calls.createJournal()).toMatchObject({ value: { debitedAccountId: OTHER } });
  });

  it('in another currency lacks an amount in US cents', async () => {
    server.answers(200, { ...wireJournal, currency: 'EUR' });
    expect(await calls.getJournal()).toMatchObject({ amount: null });
    server.answers(200, [{ ...wireJournal, currency: 'EUR' }]);
    expect(await broker.listJournals(accountId)).toMatchObject([
      { amount: null, amountText: '115.5 EUR' },
    ]);
  });
});
