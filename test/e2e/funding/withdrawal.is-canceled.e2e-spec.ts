import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { configurePartner } from '../../support/configure-partner.js';
import { accountOfUser, ledgerOf } from '../../support/ledger.js';
import { reconciled } from '../../support/reconciled.js';
import { type Started, startedService } from '../../support/started-service.js';

const FIRM = '00000000-0000-4000-8000-00000000f1f1';

let started: Started;

beforeAll(async () => {
  started = await startedService();
  await configurePartner(started, '--withdrawals', 'enabled');
  const deposit = await ask('DEPOSIT', '100.00');
  await until(deposit, 'completed');
});

afterAll(() => started.service.stop());

const ask = async (direction: string, amount: string) => {
  const { client, userId } = started;
  const about = { userId, direction, amount, externalId: randomUUID() };
  return String((await client.post('/v1/funding', about)).body['id']);
};
const until = (id: string, wanted: string) =>
  started.client.until(`/v1/funding/${id}`, ({ status }) => status === wanted);
/** Runs the function while the worker cannot send. */
const beforeTheSend = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const worker = started.service.pid('worker');
  process.kill(worker, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(worker, 'SIGCONT');
  }
};

it('a pending withdrawal is canceled, and never sent', async () => {
  const { client, service } = started;
  const id = await beforeTheSend(async () => {
    const pending = await ask('WITHDRAWAL', '100.00');
    expect(await client.delete(`/v1/funding/${pending}`)).toMatchObject({
      status: 202,
      body: { id: pending, status: 'canceled', completedAt: null },
    });
    expect(await client.delete(`/v1/funding/${pending}`)).toMatchObject({
      status: 409,
      body: { code: 'transaction_final' },
    });
    return pending;
  });
  // Its cash is free, so a later withdrawal is sent.
  await until(await ask('WITHDRAWAL', '20.00'), 'completed');
  const { journals } = await ledgerOf(service);
  expect(journals.filter(({ idempotencyKey }) => idempotencyKey === id)).toEqual([]);
  expect(await client.listed('/v1/funding?status=canceled', 1)).toMatchObject({
    transactions: [{ id }],
  });
});

it('a withdrawal from an account that has become short fails with the reason', async () => {
  const { client, service, userId } = started;
  const id = await beforeTheSend(async () => {
    const pending = await ask('WITHDRAWAL', '80.00');
    const from = await accountOfUser(service, userId);
    await service.control('POST', '/journals', { from, to: FIRM, amount: '50.00' });
    return pending;
  });
  expect(await until(id, 'failed')).toMatchObject({
    statusReason: 'The user’s account does not have the amount; no money moved',
    completedAt: null,
  });
  // The list may trail the read by id.
  await client.listed('/v1/funding?status=pending', 0);
  await until(await ask('WITHDRAWAL', '30.00'), 'completed');
  const found = await reconciled(service);
  expect(found.differences).toMatchObject([{ kind: 'journal_unassigned' }]);
});
