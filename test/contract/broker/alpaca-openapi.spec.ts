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
  wireFirmAccount,
  wireJournal,
  wireOrder,
  wireTradeAccount,
} from '#platform/broker/alpaca.examples.js';
import { AlpacaBroker } from '#platform/broker/alpaca-broker.js';
import { cents } from '#platform/core/money.js';
import { ScriptedServer } from '../../support/scripted-server.js';
import { OfficialDocument } from './official-document.js';

/**
 * The broker's official OpenAPI document is not part of this repository. With its path in
 * BROKER_OPENAPI_FILE, what the adapter sends and what its specs take for answers is held against it.
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
      () => broker.createJournal({ journalKey, accountId, amount: cents(11_550) }, 'c'),
    ],
    findJournal: [
      [wireJournal],
      () => broker.findJournal({ journalKey, accountId, since: '2026-03-01T09:00:00.000Z' }, 'c'),
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
    toldJournals: ['', () => broker.changes().toldJournals(span)],
    toldOrders: ['', () => broker.changes().toldOrders(span)],
    toldAccounts: ['', () => broker.changes().toldAccounts(span)],
    openedAccounts: [[], () => broker.changes().openedAccounts(span)],
    journalsOfDays: [[wireJournal], () => broker.changes().journalsOfDays(span)],
    journalsOfAccount: [[wireJournal], () => broker.changes().journalsOfAccount(accountId)],
    'journal of a reconciliation': [wireJournal, () => broker.changes().journal(wireJournal.id)],
    'order of a reconciliation': [wireOrder, () => broker.changes().order(orderId, accountId)],
    'account of a reconciliation': [wireAccount, () => broker.changes().account(accountId)],
    'hints of accounts': ['', () => nextOf('accounts')],
    'hints of journals': ['', () => nextOf('journals')],
    'hints of trades': ['', () => nextOf('trades')],
  };

  const nextOf = async (stream: 'accounts' | 'journals' | 'trades'): Promise<void> => {
    const abort = new AbortController();
    server.on((_, response) => {
      response.writeHead(200).end();
      abort.abort();
    });
    for await (const batch of broker.hints(stream, '01F535Y1FVY8WZHE763HCNS8SZ', abort.signal))
      throw new Error(`unexpected hints ${JSON.stringify(batch)}`);
  };

  describe('what the adapter sends fits the official document', () => {
    it.each(Object.entries(requests))('%s', async (_, [answer, call]) => {
      server.answers(200, answer);
      await call();
      expect(official.requestFaults(server.last)).toEqual([]);
    });

    it('with no property the document does not name', async () => {
      server.answers(200, wireAccount);
      await broker.openAccount({ ...application, ...visa }, 'c');
      const account = JSON.parse(server.last.body) as Record<string, object>;
      expect(official.unknownProperties('AccountCreationRequest', account)).toEqual([]);
      expect(official.unknownProperties('Contact', account['contact'] ?? {})).toEqual([]);
      expect(official.unknownProperties('Identity', account['identity'] ?? {})).toEqual([]);
      expect(official.unknownProperties('Disclosures', account['disclosures'] ?? {})).toEqual([]);
      expect(
        official.unknownProperties('TrustedContact', account['trusted_contact'] ?? {}),
      ).toEqual([]);
      server.answers(200, wireJournal);
      await broker.createJournal({ journalKey, accountId, amount: cents(1) }, 'c');
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
    ])('and the specs take nothing but a %s for one', (schema, value) => {
      expect(official.schemaFaults(schema, value)).toBeNull();
    });

    it('and the check can tell a misfit', () => {
      const order = { type: 'market', time_in_force: 'never' };
      expect(official.schemaFaults('CreateOrderRequest', order)).not.toBeNull();
    });
  });
} else {
  it('is skipped without the document', () => {
    console.log('skipped: BROKER_OPENAPI_FILE names no file, so nothing is held against it');
    expect(existsSync(file)).toBe(false);
  });
}
