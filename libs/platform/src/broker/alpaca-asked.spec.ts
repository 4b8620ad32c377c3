import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScriptedServer } from '../../../../test/support/scripted-server.js';
import { cents } from '../core/money.js';
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
import { OutcomeUnknown } from './broker.js';

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

const credit = { journalKey, accountId, amount: cents(11_550) };
const calls = {
  openAccount: () => broker.openAccount(application, 'c'),
  findAccount: () => broker.findAccount(application, 'c'),
  getAccount: () => broker.getAccount(accountId, 'c'),
  createJournal: () => broker.createJournal(credit, 'c'),
  findJournal: () => broker.findJournal({ journalKey, accountId, since: null }, 'c'),
  findJournalById: () => broker.findJournalById(wireJournal.id, 'c'),
  getJournal: () => broker.getJournal(wireJournal.id, 'c'),
  listJournals: () => broker.listJournals(accountId),
  listReversals: () => broker.listReversals(new Date(), 'c'),
  getFirmBalance: () => broker.getFirmBalance('c'),
  createOrder: () => broker.createOrder(buyByAmount, 'c'),
  findOrder: () => broker.findOrder({ orderId, accountId }, 'c'),
  listOrders: () => broker.listOrders(accountId),
  cancelOrder: () => broker.cancelOrder({ brokerOrderId: wireOrder.id, accountId }, 'c'),
};

describe('a page with a success in place of an answer', () => {
  it.each(Object.entries(calls))('settles nothing: %s', async (_, call) => {
    server.answers(200, PAGE);
    await expect(call()).rejects.toThrow(OutcomeUnknown);
  });
});

describe('an answer about something else than was asked for', () => {
  const other = { ...wireAccount, contact: { email_address: 'somebody.else@users.example' } };
  it.each<[string, unknown, () => Promise<unknown>]>([
    ['an account of another e-mail', other, calls.openAccount],
    ['another account', { ...wireAccount, id: OTHER }, calls.getAccount],
    ['another journal', { ...wireJournal, id: OTHER }, calls.getJournal],
    [
      'a journal that was made for another',
      { ...wireJournal, description: OTHER },
      calls.createJournal,
    ],
    ['another journal, sought', { ...wireJournal, id: OTHER }, calls.findJournalById],
    ['a journal of another firm', { ...wireJournal, from_account: OTHER }, calls.getJournal],
    ['the balance of another', { ...wireFirmAccount, id: OTHER }, calls.getFirmBalance],
    ['another order, made', { ...wireOrder, client_order_id: OTHER }, calls.createOrder],
    ['another order, found', { ...wireOrder, client_order_id: OTHER }, calls.findOrder],
  ])('is not believed: %s', async (_, body, call) => {
    server.answers(200, body);
    await expect(call()).rejects.toThrow(OutcomeUnknown);
  });

  it.each<[string, object]>([
    ['an id that is no UUID', { id: '../../v1/accounts' }],
    ['an id with a query', { id: `${accountId}?y=1` }],
    ['an id in capitals', { id: OTHER.toUpperCase() }],
    ['the pre-funded account', { id: firmAccountId }],
    ['another currency', { currency: 'EUR' }],
    ['a number with marks', { account_number: '<b>\u202e' }],
    ['a number without end', { account_number: '9'.repeat(41) }],
    ['a status that reads backwards', { status: '\u202eEVITCA' }],
  ])('is not believed of an account: %s', async (_, lie) => {
    server.answers(200, { ...wireAccount, ...lie });
    await expect(calls.openAccount()).rejects.toThrow(OutcomeUnknown);
    server.answers(200, [{ ...wireAccount, ...lie }]);
    await expect(calls.findAccount()).rejects.toThrow(OutcomeUnknown);
  });

  it.each(['../../x', 'a?b=c', '=1+1', '', 'x', 'transactions', OTHER.toUpperCase()])(
    'is not believed of a journal or an order with the id %j',
    async (id) => {
      server.answers(200, { ...wireJournal, id });
      await expect(calls.createJournal()).rejects.toThrow(OutcomeUnknown);
      server.answers(200, { ...wireOrder, id });
      await expect(calls.createOrder()).rejects.toThrow(OutcomeUnknown);
      await expect(calls.findOrder()).rejects.toThrow(OutcomeUnknown);
    },
  );

  it('says no address of anybody', async () => {
    server.answers(200, other);
    await expect(calls.openAccount()).rejects.toThrow(/^POST .* of another e-mail address$/);
  });

  it('names what was asked for and what was told', async () => {
    server.answers(200, { ...wireJournal, id: OTHER });
    await expect(calls.getJournal()).rejects.toThrow(
      `GET /v1/journals/${wireJournal.id}: asked about journal ${wireJournal.id}, was told of ${OTHER}`,
    );
  });
});

describe('a journal', () => {
  it('tells whom it credits, also when that is not whom we asked for', async () => {
    server.answers(200, { ...wireJournal, to_account: OTHER });
    expect(await calls.createJournal()).toMatchObject({ value: { creditedAccountId: OTHER } });
    expect(await calls.getJournal()).toMatchObject({ creditedAccountId: OTHER });
  });

  it('in another currency is over no US cents', async () => {
    server.answers(200, { ...wireJournal, currency: 'EUR' });
    expect(await calls.getJournal()).toMatchObject({ amount: null });
    server.answers(200, [{ ...wireJournal, currency: 'EUR' }]);
    expect(await broker.listJournals(accountId)).toMatchObject([
      { amount: null, amountText: '115.5 EUR' },
    ]);
  });
});
