import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accountId,
  application,
  buyByAmount,
  buyByQuantity,
  firmAccountId,
  journalKey,
  orderId,
  wireAccount,
  wireAsset,
  wireCalendar,
  wireClock,
  wireFirmAccount,
  wireHistory,
  wireJournal,
  wireOrder,
  wirePosition,
  wireTradeAccount,
} from '#broker/alpaca.examples.js';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import { HISTORY_PERIODS } from '#broker/broker-views.js';
import { cents } from '#kernel/money.js';
import { ScriptedServer } from '../../support/scripted-server.js';
import { OfficialDocument } from './official-document.js';

const credit = { journalKey, accountId, direction: 'to_user' } as const;

/** Text in its original script. The broker's page on data validation lists these fields. */
const LOCAL = /^local_[a-z_]+$/;

/**
 * The broker's official OpenAPI document is not part of this repository. With its path in
 * BROKER_OPENAPI_FILE, this spec compares the adapter's requests and the responses in its specs
 * with the document.
 */
const file = process.env['BROKER_OPENAPI_FILE'] ?? '';

if (file !== '' && existsSync(file)) {
  const official = new OfficialDocument(file);
  let server: ScriptedServer;
  let broker: AlpacaBroker;

  beforeAll(async () => {
    server = await ScriptedServer.start();
    broker = new AlpacaBroker({ url: server.url, keyId: 'k', secret: 's', firmAccountId });
  });

  afterAll(async () => {
    await broker.close();
    await server.stop();
  });

  const span = { from: '2026-03-02T03:00:00.000Z', until: '2026-03-02T04:00:00.000Z' };
  const fullPage = Array.from({ length: 500 }, (_, i) => ({ ...wireOrder, id: `b-${i}` }));
  const visa = { visaType: 'B1', visaExpirationDate: '2027-01-31', dateOfDepartureFromUsa: null };
  const requests: Record<string, [answer: unknown, call: () => Promise<unknown>]> = {
    openAccount: [wireAccount, () => broker.openAccount(application, 'c')],
    'openAccount with a visa': [
      wireAccount,
      () => broker.openAccount({ ...application, ...visa, trustedContact: null }, 'c'),
    ],
    findAccount: [[wireAccount], () => broker.findAccount(application, 'c')],
    getAccount: [wireAccount, () => broker.getAccount(accountId, 'c')],
    'getAccount with its blocks': [
      { ...wireAccount, status: 'ACTIVE' },
      () => broker.getAccount(accountId, 'c'),
    ],
    createJournal: [
      wireJournal,
      () => broker.createJournal({ ...credit, amount: cents(11_550) }, 'c'),
    ],
    findJournal: [
      [wireJournal],
      () => broker.findJournal({ ...credit, since: '2026-03-01T09:00:00.000Z' }, 'c'),
    ],
    getJournal: [wireJournal, () => broker.getJournal(wireJournal.id, 'c')],
    listJournals: [[wireJournal], () => broker.listJournals(accountId)],
    getFirmBalance: [wireFirmAccount, () => broker.getFirmBalance('c')],
    'createOrder by quantity': [wireOrder, () => broker.createOrder(buyByQuantity, 'c')],
    'createOrder by amount': [wireOrder, () => broker.createOrder(buyByAmount, 'c')],
    findOrder: [wireOrder, () => broker.findOrder({ orderId, accountId }, 'c')],
    listOrders: [[wireOrder], () => broker.listOrders(accountId)],
    'listOrders, a second page': [fullPage, () => broker.listOrders(accountId).catch(() => null)],
    cancelOrder: ['', () => broker.cancelOrder({ brokerOrderId: wireOrder.id, accountId }, 'c')],
    getTradingAccount: [wireTradeAccount, () => broker.views.getTradingAccount(accountId, 'c')],
    listPositions: [[wirePosition], () => broker.views.listPositions(accountId, 'c')],
    ...Object.fromEntries(
      HISTORY_PERIODS.map((period) => [
        `portfolioHistory of ${period}`,
        [wireHistory, () => broker.views.portfolioHistory(accountId, period, 'c')],
      ]),
    ),
    listAssets: [[wireAsset], () => broker.views.listAssets('c')],
    clock: [wireClock, () => broker.views.clock('c')],
    calendar: [wireCalendar, () => broker.views.calendar('c')],
    reportedJournals: ['', () => broker.changes().reportedJournals(span)],
    reportedOrders: ['', () => broker.changes().reportedOrders(span)],
    reportedAccounts: ['', () => broker.changes().reportedAccounts(span)],
    openedAccounts: [[], () => broker.changes().openedAccounts(span)],
    journalsOfDays: [[wireJournal], () => broker.changes().journalsOfDays(span)],
    journalsOfAccount: [[wireJournal], () => broker.changes().journalsOfAccount(accountId)],
    'journal of a reconciliation': [wireJournal, () => broker.changes().journal(wireJournal.id)],
    'order of a reconciliation': [wireOrder, () => broker.changes().order(orderId, accountId)],
    'account of a reconciliation': [wireAccount, () => broker.changes().account(accountId)],
    'notifications of accounts': ['', () => nextOf('accounts')],
    'notifications of journals': ['', () => nextOf('journals')],
    'notifications of trades': ['', () => nextOf('trades')],
  };

  const nextOf = async (stream: 'accounts' | 'journals' | 'trades'): Promise<void> => {
    const abort = new AbortController();
    server.on((_, response) => {
      response.writeHead(200).end();
      abort.abort();
    });
    for await (const batch of broker.notifications(
      stream,
      '01F535Y1FVY8WZHE763HCNS8SZ',
      abort.signal,
    ))
      throw new Error(`unexpected notifications ${JSON.stringify(batch)}`);
  };

  describe('requests of the adapter fit the official document', () => {
    it.each(Object.entries(requests))('%s', async (_, [answer, call]) => {
      server.answers(200, answer);
      await call();
      expect(official.requestErrors(server.last)).toEqual([]);
    });

    it('without properties that the document lacks', async () => {
      server.answers(200, wireAccount);
      await broker.openAccount({ ...application, ...visa }, 'c');
      const account = JSON.parse(server.last.body) as Record<string, object>;
      expect(official.unknownProperties('AccountCreationRequest', account)).toEqual([]);
      const beside = (schema: string, part: string) =>
        official.unknownProperties(schema, account[part] ?? {}).filter((name) => !LOCAL.test(name));
      expect(beside('Contact', 'contact')).toEqual([]);
      expect(beside('Identity', 'identity')).toEqual([]);
      expect(official.unknownProperties('Disclosures', account['disclosures'] ?? {})).toEqual([]);
      expect(beside('TrustedContact', 'trusted_contact')).toEqual([]);
      server.answers(200, wireJournal);
      await broker.createJournal({ ...credit, amount: cents(1) }, 'c');
      const journal = JSON.parse(server.last.body) as object;
      expect(official.unknownProperties('CreateJournalRequest', journal)).toEqual([]);
      server.answers(200, wireOrder);
      await broker.createOrder(buyByAmount, 'c');
      const order = JSON.parse(server.last.body) as object;
      expect(official.unknownProperties('CreateOrderRequest', order)).toEqual([]);
    });

    it.each<[string, unknown]>([
      ['Account', wireAccount],
      ['AccountExtended', wireAccount],
      ['Journal', wireJournal],
      ['Order', wireOrder],
      ['TradeAccount', wireTradeAccount],
      ['Position', wirePosition],
      ['PortfolioHistory', wireHistory],
      ['Asset', wireAsset],
      ['legacy_clock', wireClock],
      ['legacy_public_calendar_resp', wireCalendar],
    ])('and its specs accept only a %s', (schema, value) => {
      expect(official.schemaErrors(schema, value)).toBeNull();
    });

    it('and the check detects a difference', () => {
      const order = { type: 'market', time_in_force: 'never' };
      expect(official.schemaErrors('CreateOrderRequest', order)).not.toBeNull();
    });
  });
} else {
  it('is skipped without the document', () => {
    console.log('skipped: set BROKER_OPENAPI_FILE to the path of the document to run this check');
    expect(existsSync(file)).toBe(false);
  });
}
