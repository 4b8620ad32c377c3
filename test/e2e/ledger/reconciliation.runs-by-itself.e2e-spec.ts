import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf } from '../../support/ledger.js';
import { longIt } from '../../support/long.js';
import { opsHere } from '../../support/ops-here.js';
import type { Json } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { type Started, startedService } from '../../support/started-service.js';

type Difference = Json & { readonly id: string; readonly kind: string };
type Shown = {
  readonly open: number;
  readonly requestedAt: string | null;
  readonly differences: readonly Difference[];
  readonly runs: readonly (Json & { readonly kind: string; readonly at: string })[];
};

let started: Started;
let operator: StaffClient;
let finance: StaffClient;
let user: { userId: string; accountId: string; depositId: string };

const shown = async (): Promise<Shown> =>
  (await finance.get('/staff/reconciliation')).body as unknown as Shown;

const until = async (isSo: (found: Shown) => boolean): Promise<Shown> => {
  for (;;) {
    const found = await shown();
    if (isSo(found)) return found;
    await sleep(250);
  }
};

/** From 08:00 UTC, a nightly run can follow at any moment. */
const requestedRun = ({ runs }: Shown) => runs.find(({ kind }) => kind === 'requested');

/** Requests a run and waits for its result. */
const compared = async () => {
  const before = requestedRun(await shown());
  expect((await finance.post('/staff/reconciliation/runs')).status).toBe(200);
  const found = await until(
    (each) => each.requestedAt === null && requestedRun(each)?.at !== before?.at,
  );
  return { ...found, run: requestedRun(found) };
};
/** A second run confirms the differences of the first. */
const confirmed = async () => {
  await compared();
  return compared();
};
/** Returns the differences of needs attention and of the overview right after a run, without a wait. */
const onAttention = async () => {
  const { entries } = (await operator.get('/staff/attention')).body as { entries: Json[] };
  const [entry, ...more] = entries.filter(({ kind }) => kind === 'finding');
  expect(more).toEqual([]);
  return entry;
};
const counted = async () => {
  // The overview is up to a second old.
  await sleep(1_100);
  return (await operator.get('/staff/overview')).body['attention'] as { stuck: number };
};
const openOf = ({ differences }: Shown) => differences.filter((each) => each['dismissed'] === null);
const about = (found: Shown, journalId: string) =>
  found.differences.find((each) => each['journalId'] === journalId);

const byHand = async (journal: Json): Promise<string> =>
  String((await started.service.control('POST', '/journals', journal)).body['id']);

beforeAll(async () => {
  started = await startedService();
  const { service, client } = started;
  operator = await StaffClient.ofDemo(service, 'operator');
  finance = await StaffClient.ofDemo(service, 'finance');
  await until(({ runs }) => runs.length > 0);
  const { userId } = started;
  const { body } = await client.post('/v1/funding', {
    ...{ userId, direction: 'DEPOSIT', amount: '40.00', externalId: randomUUID() },
  });
  const depositId = String(body['id']);
  await client.until(`/v1/funding/${depositId}`, ({ status }) => status === 'completed');
  const { accounts } = await ledgerOf(service);
  const account = accounts.find(({ externalId }) => externalId === userId);
  user = { userId, accountId: String(account?.id), depositId };
});

afterAll(() => started.service.stop());

describe('automatic reconciliation', () => {
  it('reports its comparisons, without differences in a correct ledger', async () => {
    const { open, run } = await compared();
    expect(open).toBe(0);
    expect(run).toMatchObject({ kind: 'requested', opened: 0, notCompared: 0, unreadable: 0 });
    expect(run?.['compared']).toMatchObject({ deposits: 1 });
    expect(Number(run?.['calls'])).toBeLessThan(10);
  });

  it('opens a third-party journal of a user’s account, and closes it once it is assigned', async () => {
    const { accountId: from, depositId } = user;
    const [own] = (await ledgerOf(started.service)).journals as unknown as readonly Json[];
    const to = own?.['from'];
    const journalId = await byHand({ from, to, amount: '10.00', description: 'fee' });
    const found = about(await confirmed(), journalId);
    expect(found).toMatchObject({
      kind: 'journal_unassigned',
      accountId: from,
      what: expect.stringContaining('executed over 10.00'),
      remedyFor: expect.stringContaining('assign it'),
    });
    const again = await compared();
    expect(openOf(again).map(({ id }) => id)).toEqual([found?.id]);
    expect(await onAttention()).toMatchObject({
      ...{ id: 'finding-reconciliation', about: 'reconciliation', state: 'stuck' },
      ...{ lastError: expect.stringContaining('1 difference is open'), partnerId: null },
      closing: { possible: false, inWords: expect.stringContaining('page Reconciliation') },
    });
    expect(await counted()).toMatchObject({ stuck: 1 });
    const entry = { id: 'finding-reconciliation', reason: 'No reason' };
    expect(await operator.post('/staff/attention/close', entry)).toMatchObject({
      ...{ status: 409, body: { code: 'cannot_be_closed' } },
    });
    expect(await operator.post('/staff/attention/retry', { id: entry.id })).toMatchObject({
      ...{ status: 409, body: { code: 'cannot_be_retried' } },
    });
    expect(again.run).toMatchObject({ opened: 0, closed: 0 });

    const body = { journalId, reason: 'The fee of the wire' };
    const matched = await operator.post(`/staff/deposits/${depositId}/journals`, body);
    expect(matched.body).toMatchObject({ credited: '30.00' });
    const after = await compared();
    expect(after.open).toBe(0);
    expect(after.run).toMatchObject({ closed: 1 });
    expect(await onAttention()).toBeUndefined();
    expect(await counted()).toMatchObject({ stuck: 0 });
  });

  longIt('hides a dismissed difference until it changes', async () => {
    const to = user.accountId;
    const journalId = await byHand({ to, amount: '5.00', status: 'queued' });
    const found = about(await confirmed(), journalId);
    expect(found).toMatchObject({ kind: 'journal_unassigned', dismissed: null });
    const path = `/staff/reconciliation/differences/${found?.id}/dismiss`;
    expect((await finance.post(path, { reason: ' ' })).status).toBe(422);
    expect(await onAttention()).toBeDefined();
    const reason = 'A gift of the broker';
    for (const _ of ['first', 'repeated'])
      expect((await finance.post(path, { reason })).status).toBe(200);
    expect(await onAttention()).toBeUndefined();
    expect((await operator.post(path, { reason })).body).toMatchObject({
      code: 'dismissed_already',
    });
    const after = await compared();
    expect(after.open).toBe(0);
    const { email } = started.service.demo.finance;
    expect(about(after, journalId)?.['dismissed']).toMatchObject({ by: email, reason });
    const { code, stdout } = await opsHere(started.service, 'reconcile');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Dismissed: 1.')]);
  });

  it('counts third-party journals to unknown accounts without opening a difference', async () => {
    await byHand({ to: randomUUID(), amount: '1.2345', description: 'Top-up: March' });
    expect((await confirmed()).open).toBe(0);
  });

  longIt('continues after the worker was killed', async () => {
    const journalId = await byHand({ to: user.accountId, amount: '6.00' });
    started.service.kill('worker');
    const found = await confirmed();
    expect(about(found, journalId)).toMatchObject({ kind: 'journal_unassigned' });
  });

  it('compares orders from all sources', async () => {
    const { client } = started;
    const about = { userId: user.userId, side: 'buy', externalId: randomUUID() };
    const placed = await client.post('/v1/orders', { ...about, symbol: 'AAPL', amount: 10 });
    expect(placed.status).toBe(201);
    const orderId = String(placed.body['id']);
    await client.until(`/v1/orders/${orderId}`, ({ status }) => status === 'filled');
    const { run } = await compared();
    expect(run?.['compared']).toMatchObject({ orders: 1 });
    expect(run).toMatchObject({ opened: 0 });
  });
});
