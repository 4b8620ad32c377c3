import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { ledgerOf } from '../../support/ledger.js';
import { longDescribe } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';

let service: Service;
let partner: PartnerClient;
let operator: StaffClient;
let userId: string;

/** Deposits and orders that fail until the broker recovers: one is retried, two are closed. */
let retried: string;
let closedDeposit: string;
let closedOrder: string;

beforeAll(async () => {
  service = await Service.start();
  partner = await PartnerClient.logIn(service);
  operator = await StaffClient.ofDemo(service, 'operator');
  userId = await onboardedUser(service, partner);
  const funded = await deposit('100.00');
  await partner.until(`/v1/funding/${funded}`, ({ status }) => status === 'completed');
  await firmAccountLookedAt();
  for (const match of ['POST /v1/journals', 'POST /v1/trading'])
    await service.fault('broker', match, 'status:500', 1_000);
  retried = await deposit();
  closedDeposit = await deposit();
  const order = { userId, symbol: 'AAPL', qty: 0, amount: 10, side: 'buy' };
  const { body } = await partner.post('/v1/orders', { ...order, externalId: randomUUID() });
  closedOrder = String(body['id']);
});
afterAll(() => service.stop());

const deposit = async (amount = '25.00'): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return String((await partner.post('/v1/funding', about)).body['id']);
};

/** The worker polls the broker's balance every few seconds, but not while the broker fails. */
const firmAccountLookedAt = async (): Promise<void> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while ((await operator.get('/staff/overview')).body['firmAccount'] === null) {
    if (performance.now() > endMs) throw new Error('the firm account was never looked at');
    await sleep(200);
  }
};

const entries = async (): Promise<Json[]> =>
  (await operator.get('/staff/attention')).body['entries'] as Json[];

/** Waits for the entry about this object. Its partner comes from a list and may trail. */
const entryOf = async (subjectId: string): Promise<Json> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while (performance.now() < endMs) {
    const found = (await entries()).find((each) => each['subjectId'] === subjectId);
    if (found !== undefined && found['user'] !== null) return found;
    await sleep(200);
  }
  throw new Error(`${subjectId} was never listed`);
};

/** Closing takes a minute and the pauses of a few lookups. */
const ended = async (path: string, status: string): Promise<Json> => {
  const endMs = performance.now() + BACKSTOP_MS;
  for (;;) {
    const { body } = await partner.get(path);
    if (body['status'] === status || performance.now() > endMs) return body;
    await sleep(500);
  }
};

const REASON = 'The partner credited it by hand';
const act = (action: 'look-up' | 'retry' | 'close', body: Json) =>
  operator.post(`/staff/attention/${action}`, body);

describe('operators', () => {
  it('see a failing deposit at once', async () => {
    expect(await entryOf(retried)).toMatchObject({
      id: `credit-deposit/${retried}`,
      ...{ kind: 'effect', state: 'failing', about: 'deposit', userId },
      partnerId: service.demo.partner.id,
      ...{ partnerName: expect.stringMatching(/\w/), amount: '25.00' },
      user: { name: expect.stringMatching(/\w/), email: expect.stringContaining('@') },
      lastError: expect.stringMatching(/journals/),
      closing: { possible: true },
    });
    expect((await operator.get('/staff/overview')).body).toMatchObject({
      attention: { stuck: 0, failing: expect.any(Number) },
      firmAccount: { state: 'covered' },
    });
  });

  it('close a deposit that the broker does not have, with a reason', async () => {
    const entry = await entryOf(closedDeposit);
    const closed = await act('close', { id: entry['id'], reason: REASON });
    expect(closed).toMatchObject({ status: 200, body: { follows: expect.any(String) } });
    expect(await act('close', { id: entry['id'], reason: REASON })).toMatchObject({ status: 200 });
    expect(await act('close', { id: entry['id'], reason: 'Another' })).toMatchObject({
      status: 409,
      body: {
        code: 'closed_already',
        detail: expect.stringContaining(`by ${service.demo.operator.email}, for this reason`),
      },
    });
  });

  it('close an order that cannot be sent', async () => {
    const entry = await entryOf(closedOrder);
    expect(entry).toMatchObject({ about: 'order', waitsFor: 'submit-order' });
    const reason = 'The partner placed it elsewhere';
    expect(await act('close', { id: entry['id'], reason })).toMatchObject({ status: 200 });
  });

  it('look up a failed job at the broker and retry it', async () => {
    const id = `credit-deposit/${retried}`;
    await service.noFaults();
    expect(await act('look-up', { id })).toMatchObject({
      ...{ status: 200, body: { found: expect.stringMatching(/^The broker has/) } },
    });
    expect((await act('retry', { id })).body).toEqual({ asked: [id] });
    await partner.until(`/v1/funding/${retried}`, ({ status }) => status === 'completed');
    const me = await operator.get('/staff/me');
    const { stdout } = await service.ops(
      ...['events', '--stream', `staff-${String(me.body['id'])}`, '--json'],
    );
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({
        type: 'StaffActedOnQueue',
        data: expect.objectContaining({ path: `/staff/attention/retry/credit-deposit/${retried}` }),
      }),
    );
  });

  it('see the next step for entries that cannot be closed', async () => {
    const reason = 'No reason';
    expect(await act('close', { id: `open-account/${userId}`, reason })).toMatchObject({
      status: 409,
      body: { code: 'cannot_be_closed', detail: expect.stringContaining('suspend or close') },
    });
    expect(await act('close', { id: 'nothing', reason })).toMatchObject({
      ...{ status: 404, body: { code: 'nothing_waits' } },
    });
    expect(await act('retry', { id: 'nothing' })).toMatchObject({ status: 404 });
    const unknown = { status: 404, body: { code: 'nothing_waits' } };
    for (const id of ['close-period/x', 'credit-deposit/x', 'nothing', 'event-999999'])
      expect(await act('look-up', { id })).toMatchObject(unknown);

    const { code, stderr } = await service.ops(
      ...['attention', 'close', '--id', `open-account/${userId}`, '--reason', reason],
    );
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/suspend or/),
    });
  });
});

longDescribe('a closed effect', () => {
  it('ends without a transfer, and shows author and reason', async () => {
    const end = await ended(`/v1/funding/${closedDeposit}`, 'failed');
    expect(end['statusReason']).toBe('Ended by the operator; no money moved');
    const { body } = await operator.get(`/staff/deposits/${closedDeposit}/history`);
    const events = body['events'] as Json[];
    const me = await operator.get('/staff/me');
    expect(events.find(({ type }) => type === 'DepositCloseRequested')).toMatchObject({
      ...{ actor: `staff:${String(me.body['id'])}`, data: { reason: REASON } },
    });
    const { journals } = await ledgerOf(service);
    expect(journals.filter(({ idempotencyKey }) => idempotencyKey === closedDeposit)).toEqual([]);
  });

  it('ends an order that did not arrive', async () => {
    const end = await ended(`/v1/orders/${closedOrder}`, 'canceled');
    expect(end['statusReason']).toBe('Canceled by the operator; it had not arrived at the broker');
  });
});

describe('the overview', () => {
  it('shows recent actions and the current state', async () => {
    const { body } = await operator.get('/staff/overview');
    const { kinds, minutes } = body['activity'] as {
      kinds: Record<string, { begun: number[]; done: number[]; medianMs: number | null }>;
      minutes: string[];
    };
    const sum = (counts: number[] = []) => counts.reduce((all, n) => all + n, 0);
    expect(minutes).toHaveLength(60);
    expect(sum(kinds['deposits']?.begun)).toBe(3);
    expect(sum(kinds['deposits']?.done)).toBe(2);
    expect(sum(kinds['onboardings']?.done)).toBe(1);
    expect(kinds['deposits']?.medianMs).toBeGreaterThan(0);
    expect((body['queues'] as Json[]).map(({ queue }) => queue)).toEqual([
      ...['onboarding', 'kyc-review', 'funding-settlement', 'order-submission', 'webhooks'],
    ]);
    for (const model of body['readModels'] as Json[])
      expect(model).toMatchObject({ served: true, lagMs: expect.any(Number) });
  });

  it('counts the same after a rebuild', async () => {
    const shown = async () => {
      const { body } = await operator.get('/staff/overview');
      const { kinds } = body['activity'] as { kinds: Record<string, { begun: number[] }> };
      return Object.entries(kinds).map(([kind, { begun }]) => [
        kind,
        begun.reduce((all, n) => all + n, 0),
      ]);
    };
    const before = await shown();
    expect(await service.ops('rebuild', '--projection', 'activity')).toMatchObject({ code: 0 });
    await sleep(1_500);
    expect(await shown()).toEqual(before);
  });
});
