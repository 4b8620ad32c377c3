import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { application as example } from '#broker/alpaca.examples.js';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import { billionths, cents } from '#kernel/money.js';
import { FootprintIdentity } from '#identity/footprint-identity.js';
import { ScriptedServer } from '../../support/scripted-server.js';
import { eventually, FIRM, TestSandbox, WEBHOOK_SECRET } from '../../support/sandbox.js';

/** The adapters of production against the sandbox: both must speak the same dialect. */
const KEY = 'b0b6dd9d-8b9b-4a2f-9c3c-0d1c6e1a7b11';

describe('the adapters meet the sandbox', () => {
  let sandbox: TestSandbox;
  let receiver: ScriptedServer;
  let broker: AlpacaBroker;
  let identity: FootprintIdentity;
  beforeAll(async () => {
    receiver = await ScriptedServer.start();
    receiver.on((_, response) => void response.writeHead(200).end());
    sandbox = await TestSandbox.start({}, receiver.url);
    const { url } = sandbox;
    broker = new AlpacaBroker({
      ...{ url: `${url}/broker`, keyId: 'key', secret: 'secret', firmAccountId: FIRM },
    });
    identity = new FootprintIdentity({
      ...{ url: `${url}/identity`, secretKey: 'sk_test_x', playbookKey: 'pb_test_x' },
      webhookSecret: WEBHOOK_SECRET,
    });
  });
  afterAll(async () => {
    await broker.close();
    await identity.close();
    await sandbox.destroy();
    await receiver.stop();
  });

  it('from the session to the filled order', async () => {
    const prefill = { dateOfBirth: '1990-05-15', firstName: 'Zoë', lastName: 'Ng', gender: 'F' };
    const { token, expiresAt } = await identity.createSession('user-1', prefill, 'c');
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const ref = await identity.resolveUser('user-1', 'c');
    expect((await identity.fetchResult(ref, null, 'c')).status).toBe('waiting');
    await sandbox.control('POST', `/onboarding/${token}`, {});
    await eventually(() => receiver.seen.length === 1);
    const { headers, body } = receiver.last;
    const notice = identity.verifyNotification(headers, Buffer.from(body));
    expect(notice).toMatchObject({ externalId: 'user-1', providerRef: ref });
    expect((await identity.fetchResult(ref, null, 'c')).status).toBe('passed');
    const person = await identity.fetchPerson(ref, ['id.ssn9', 'id.dob', 'custom.gender'], 'c');
    expect(person).toMatchObject({ 'id.dob': '1990-05-15', 'custom.gender': 'F' });

    const application = { ...example, taxId: person['id.ssn9'] ?? '' };
    expect(await broker.findAccount(application, 'c')).toBeNull();
    const opened = await broker.openAccount(application, 'c');
    expect(opened).toMatchObject({ kind: 'accepted', value: { status: 'SUBMITTED', number: '' } });
    expect(await broker.openAccount(application, 'c')).toMatchObject({ kind: 'exists' });
    const account = await broker.findAccount(application, 'c');
    const other = { ...application, agreementSignedAt: '2020-01-01T00:00:00.000Z' };
    expect(await broker.findAccount(other, 'c')).toBeNull();
    const accountId = account?.id ?? '';
    await eventually(async () => (await broker.getAccount(accountId, 'c')).status === 'ACTIVE');

    const journal = { accountId, direction: 'to_user' } as const;
    const request = { ...journal, journalKey: KEY, amount: cents(500_00n) };
    expect(await broker.createJournal(request, 'c')).toMatchObject({ kind: 'accepted' });
    const sent = { ...request, since: new Date().toISOString() };
    await eventually(async () => (await broker.findJournal(sent, 'c'))?.status === 'executed');
    const later = { ...request, since: new Date(Date.now() + 4 * 86_400_000).toISOString() };
    expect(await broker.findJournal(later, 'c')).toBeNull();
    const dear = { ...journal, journalKey: 'key-2', amount: cents(9_000_000_00n) };
    expect(await broker.createJournal(dear, 'c')).toMatchObject({ kind: 'short' });

    const ticket = { orderId: 'order-1', accountId, symbol: 'AAPL', side: 'buy' } as const;
    const half = { ...ticket, quantity: billionths(500_000_000n), amount: null };
    expect(await broker.createOrder(half, 'c')).toMatchObject({ kind: 'accepted' });
    expect(await broker.createOrder(half, 'c')).toMatchObject({ kind: 'exists' });
    await eventually(async () => (await broker.findOrder(half, 'c'))?.status === 'filled');
    expect(await broker.listOrders(accountId)).toMatchObject([
      { clientOrderId: 'order-1', accountId, status: 'filled', filledAveragePrice: '200' },
    ]);
    const halted = { ...half, orderId: 'order-2', symbol: 'HALT' };
    expect(await broker.createOrder(halted, 'c')).toMatchObject({ kind: 'refused' });
    expect(await broker.findOrder(halted, 'c')).toBeNull();
  });

  it('hints come through, from the cursor on', async () => {
    const closer = new AbortController();
    const seen: string[] = [];
    for await (const { notifications: hints } of broker.notifications(
      'journals',
      '0'.repeat(26),
      closer.signal,
    )) {
      for (const hint of hints) if (hint.stream === 'journals') seen.push(hint.journalKey ?? '');
      if (seen.length >= 2) closer.abort();
    }
    expect(seen).toEqual([KEY, KEY]);
  });
});
