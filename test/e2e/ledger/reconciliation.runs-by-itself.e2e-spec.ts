import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf } from '../../support/ledger.js';
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

/** Asks for a run, and waits until it is there. */
const compared = async (): Promise<Shown> => {
  const [before] = (await shown()).runs;
  expect((await finance.post('/staff/reconciliation/runs')).status).toBe(200);
  return until(({ runs, requestedAt }) => requestedAt === null && runs[0]?.at !== before?.at);
};
/** What attention and the overview have of the differences; read right after a run, without waiting. */
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

describe('reconciliation by itself', () => {
  it('finds nothing where all is well, and says what it compared', async () => {
    const { open, runs } = await compared();
    expect(open).toBe(0);
    expect(runs[0]).toMatchObject({ kind: 'requested', opened: 0, notCompared: 0, unreadable: 0 });
    expect(runs[0]?.['compared']).toMatchObject({ deposits: 1, journals: 1, periods: 1 });
    expect(Number(runs[0]?.['calls'])).toBeLessThan(10);
  });

  it('opens what others did with an account of ours, and closes it once it is matched', async () => {
    const { accountId: from, depositId } = user;
    const [own] = (await ledgerOf(started.service)).journals as unknown as readonly Json[];
    const to = own?.['from'];
    const journalId = await byHand({ from, to, amount: '10.00', description: 'fee' });
    const found = about(await compared(), journalId);
    expect(found).toMatchObject({
      kind: 'journal_foreign_debit',
      accountId: from,
      what: expect.stringContaining('executed over 10.00'),
      whatToDo: expect.stringContaining('match it to a deposit'),
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
    expect(again.runs[0]).toMatchObject({ opened: 0, closed: 0 });

    const body = { journalId, reason: 'The fee of the wire' };
    const matched = await operator.post(`/staff/deposits/${depositId}/journals`, body);
    expect(matched.body).toMatchObject({ credited: '30.00' });
    const after = await compared();
    expect(after.open).toBe(0);
    expect(after.runs[0]).toMatchObject({ closed: 1 });
    expect(await onAttention()).toBeUndefined();
    expect(await counted()).toMatchObject({ stuck: 0 });
  });

  it('keeps away what was dismissed, until it says something else', async () => {
    const to = user.accountId;
    const journalId = await byHand({ to, amount: '5.00', status: 'queued' });
    const found = about(await compared(), journalId);
    expect(found).toMatchObject({ kind: 'journal_foreign_credit', dismissed: null });
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
    expect([code, stdout]).toEqual([0, expect.stringContaining('Dismissed, and not counted: 1.')]);
  });

  it('counts journals of others to accounts of others, and opens none', async () => {
    await byHand({ to: randomUUID(), amount: '1.2345', description: 'Top-up: March' });
    expect((await compared()).open).toBe(0);
  });

  it('goes on where it was when the worker is killed', async () => {
    const journalId = await byHand({ to: user.accountId, amount: '6.00' });
    started.service.kill('worker');
    const found = await compared();
    expect(about(found, journalId)).toMatchObject({ kind: 'journal_foreign_credit' });
  });

  it('compares an order, whoever told of it', async () => {
    const { client } = started;
    const about = { userId: user.userId, side: 'buy', externalId: randomUUID() };
    const placed = await client.post('/v1/orders', { ...about, symbol: 'AAPL', amount: 10 });
    expect(placed.status).toBe(201);
    const orderId = String(placed.body['id']);
    await client.until(`/v1/orders/${orderId}`, ({ status }) => status === 'filled');
    const { runs } = await compared();
    expect(runs[0]?.['compared']).toMatchObject({ orders: 1 });
    expect(runs[0]).toMatchObject({ opened: 0 });
  });
});
