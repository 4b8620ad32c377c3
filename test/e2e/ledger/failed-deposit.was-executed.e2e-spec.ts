import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { configurePartner } from '../../support/configure-partner.js';
import { ledgerOf } from '../../support/ledger.js';
import { LONG, longIt } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { eventually } from '../../support/sandbox.js';
import { StaffClient } from '../../support/staff-client.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
});
afterAll(() => service.stop());

const ask = (amount: string, of = userId) =>
  client.post('/v1/funding', {
    ...{ userId: of, direction: 'DEPOSIT', amount, externalId: randomUUID() },
  });
const deposit = async (amount: string) => String((await ask(amount)).body['id']);
const until = (id: string, status: string) =>
  client.until(`/v1/funding/${id}`, (body) => body['status'] === status);
const journalsOf = async (id: string) =>
  (await ledgerOf(service)).journals.filter(({ idempotencyKey }) => idempotencyKey === id);
const period = async () => {
  const { body } = await client.get('/v1/settlements');
  return (body['settlements'] as Json[])[0];
};
const limitDaysTo = (amount: string) =>
  configurePartner({ service, client, userId }, '--daily-limit', amount);
const typesOf = async (stream: string) => {
  const { stdout } = await opsHere(service, 'events', '--stream', stream, '--json');
  return (JSON.parse(stdout) as Json[]).map(({ type }) => type);
};

describe('a deposit that a proxy rejected and the broker executed', () => {
  it.each(LONG ? [400, 404, 405, 410, 422] : [404])(
    'ends as the broker has it: %i',
    async (status) => {
      await service.fault('broker', 'POST /v1/journals', `execute-then-status:${status}`);
      const id = await deposit('20.00');
      expect(await until(id, 'completed')).toMatchObject({ status: 'completed' });
      expect(await journalsOf(id)).toHaveLength(1);
      expect(await typesOf(`deposit-${id}`)).not.toContain('DepositFailed');
    },
  );
});

describe('a deposit that the broker rejects in its own format', () => {
  it('fails, also with a 422, and no money moves', async () => {
    await service.fault('broker', 'POST /v1/journals', 'status:422', 5);
    const id = await deposit('21.00');
    expect(await until(id, 'failed')).toMatchObject({ status: 'failed' });
    await service.noFaults();
    expect(await journalsOf(id)).toEqual([]);
    expect(await reconciled(service)).toMatchObject(AGREES);
  });

  it('is completed once if the broker executed it nevertheless', async () => {
    const before = await period();
    await service.fault('broker', 'POST /v1/journals', 'status:400');
    const id = await deposit('22.00');
    const failed = await until(id, 'failed');
    expect(failed['statusReason']).toBe('The broker refused the credit');

    const { accounts } = await ledgerOf(service);
    const account = accounts.find(({ externalId }) => externalId === userId);
    const found = { to: account?.id, amount: '22.00', description: id };
    expect(await service.control('POST', '/journals', found)).toMatchObject({ status: 200 });
    expect(await until(id, 'completed')).toMatchObject({ status: 'completed', statusReason: '' });
    const grossOf = (shown: Json | undefined) => Number(shown?.['gross']);
    const after = await client.until(
      `/v1/settlements/${String(before?.['id'])}`,
      (shown) => grossOf(shown) > grossOf(before),
    );
    expect(grossOf(after)).toBe(grossOf(before) + 22);
    expect(Number(after['count'])).toBe(Number(before?.['count']) + 1);
    expect(await reconciled(service)).toMatchObject(AGREES);

    const { body } = await client.get(`/v1/settlements/${String(before?.['id'])}/statement`);
    const lines = (body['lines'] as Json[]).filter((line) => line['transactionId'] === id);
    expect(lines).toMatchObject([
      { type: 'deposit', gross: '22.00', externalId: failed['externalId'] },
    ]);
  });

  longIt('counts for the limit of its day again, which blocks another deposit', async () => {
    const saver = await onboardedUser(service, client);
    await limitDaysTo('40.00');
    await service.fault('broker', 'POST /v1/journals', 'status:400');
    const { body } = await ask('30.00', saver);
    await until(String(body['id']), 'failed');
    await eventually(async () => (await ask('15.00', saver)).status === 201);

    const { accounts } = await ledgerOf(service);
    const account = accounts.find(({ externalId }) => externalId === saver);
    const found = { to: account?.id, amount: '30.00', description: body['id'] };
    await service.control('POST', '/journals', found);
    await until(String(body['id']), 'completed');
    const day = `dailyFunding-${saver}-${String(body['createdAt']).slice(0, 10)}`;
    await eventually(async () => (await typesOf(day)).includes('DailyFundingRestored'));
    expect(await ask('25.00', saver)).toMatchObject({
      ...{ status: 422, body: { code: 'limit_exceeded' } },
    });
    await limitDaysTo('250000.00');
  });

  it('needs attention until an operator has handled it', async () => {
    await service.fault('broker', 'POST /v1/journals', 'status:400');
    const id = await deposit('23.00');
    await until(id, 'failed');
    const { accounts } = await ledgerOf(service);
    const account = accounts.find(({ externalId }) => externalId === userId);
    const found = { to: account?.id, amount: '23.00', description: id };
    await service.control('POST', '/journals', found);
    await until(id, 'completed');
    const operator = await StaffClient.ofDemo(service, 'operator');
    const entry = async () =>
      ((await operator.get('/staff/attention')).body['entries'] as Json[]).find(
        ({ subjectId }) => subjectId === id,
      );
    await eventually(async () => (await entry()) !== undefined);
    expect(await entry()).toMatchObject({
      ...{ id: `adjust-deposit/${id}`, state: 'stuck', amount: '23.00' },
      ...{ next: expect.stringContaining('Tell the partner'), closing: { possible: true } },
    });
    const seen = { id: `adjust-deposit/${id}`, reason: 'The partner knows' };
    for (const _ of ['once', 'again'])
      expect(await operator.post('/staff/attention/close', seen)).toMatchObject({ status: 200 });
    await eventually(async () => (await entry()) === undefined);
    expect(await reconciled(service)).toMatchObject(AGREES);
  });
});

describe('a deposit that was executed without messages and successful lookups', () => {
  it('is completed after a run, without an operator', async () => {
    await service.fault('broker', 'EVENT journals', 'drop', 20);
    await service.fault('broker', 'POST /v1/journals', 'not-found-for:120000');
    await service.fault('broker', 'POST /v1/journals', 'execute-then-status:422', 2);
    const id = await deposit('24.00');
    expect(await until(id, 'failed')).toMatchObject({ status: 'failed' });
    expect(await journalsOf(id)).toHaveLength(1);
    await service.noFaults();
    const finance = await StaffClient.ofDemo(service, 'finance');
    const shown = async () => (await finance.get('/staff/reconciliation')).body;
    const run = async () =>
      expect((await finance.post('/staff/reconciliation/runs')).status).toBe(200);
    await run();
    expect(await until(id, 'completed')).toMatchObject({ statusReason: '' });
    expect(await reconciled(service)).toMatchObject(AGREES);
    // One run finds the difference and enqueues the job. The next run finds the deposit completed.
    await eventually(async () => (await shown())['open'] === 0);
  });
});
