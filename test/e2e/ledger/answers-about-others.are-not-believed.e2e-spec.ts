import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountOfUser, grossCents, ledgerOf } from '../../support/ledger.js';
import { opsHere } from '../../support/ops-here.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { startedOnLoan } from '../../support/started-service.js';

let service: Service;
let client: PartnerClient;
let operator: StaffClient;
let userId: string;
let accountId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  operator = await StaffClient.ofDemo(service, 'operator');
  accountId = await accountOfUser(service, userId);
});
afterAll(() => service.stop());

/** Waits for the job's entry in needs attention with this error. */
const entryOf = async (id: string, saying = ''): Promise<Json> => {
  for (;;) {
    const { entries } = (await operator.get('/staff/attention')).body;
    const found = (entries as Json[]).find((each) => each['id'] === id);
    const error = found?.['lastError'];
    if (found !== undefined && typeof error === 'string' && error.includes(saying)) return found;
    await sleep(200);
  }
};
const noEntryOf = async (id: string): Promise<void> => {
  for (;;) {
    const { entries } = (await operator.get('/staff/attention')).body;
    if ((entries as Json[]).every((each) => each['id'] !== id)) return;
    await sleep(200);
  }
};
const control = async (path: string, body: Json): Promise<Json> => {
  const answer = await service.control('POST', path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const retry = (id: string) => opsHere(service, 'attention', 'retry', '--id', id);

describe('a journal that reports', () => {
  it.each<[string, Json, string, RegExp]>([
    [
      'another account',
      { to: randomUUID() },
      'journal_unassigned',
      /account .* in the log, .* at the/,
    ],
    [
      'another currency',
      { currency: 'EUR' },
      'deposit_amount',
      /0.00 in the ledger, an unreadable amount at the broker: .* 31.00 EUR/,
    ],
  ])('%s is not booked, and is a difference', async (_, shown, kind, what) => {
    const before = await grossCents(client);
    await control('/journal-limits', { perTransaction: '0.01' });
    const about = { userId, direction: 'DEPOSIT', amount: '31.00', externalId: randomUUID() };
    const depositId = String((await client.post('/v1/funding', about)).body['id']);
    const path = `/v1/funding/${depositId}`;
    await client.until(path, ({ statusReason }) => statusReason !== '');
    await control('/journal-limits', {});
    await control(`/journals/${depositId}`, { outcome: 'show', ...shown });
    await control(`/journals/${depositId}`, { outcome: 'execute' });

    const entry = await entryOf(`credit-deposit/${depositId}`);
    expect(entry).toMatchObject({ about: 'deposit', amount: '31.00' });
    const { code, differences } = await reconciled(service);
    expect(code).toBe(1);
    expect(differences).toContainEqual(
      expect.objectContaining({ kind, what: expect.stringMatching(what) }),
    );
    expect((await client.get(path)).body).toMatchObject({ status: 'processing' });
    expect(await grossCents(client)).toBe(before);

    await control(`/journals/${depositId}`, { outcome: 'show' });
    await retry(`credit-deposit/${depositId}`);
    const ended = await client.until(path, ({ status }) => status === 'completed');
    expect(ended).toMatchObject({ status: 'completed' });
    expect(await grossCents(client)).toBe(before + 3_100n);
    await noEntryOf(`credit-deposit/${depositId}`);
    expect(await reconciled(service)).toMatchObject(AGREES);
    const { journals } = await ledgerOf(service);
    expect(journals.filter(({ idempotencyKey }) => idempotencyKey === depositId)).toHaveLength(1);
  });
});

describe('an account that reports', () => {
  const status = async () =>
    (await client.get(`/v1/onboarding/${userId}/trader-profile`)).body['brokerAccountStatus'];
  const becomes = async (wanted: string) => {
    const path = `/v1/onboarding/${userId}/trader-profile`;
    await client.until(path, ({ brokerAccountStatus }) => brokerAccountStatus === wanted);
    expect(await status()).toBe(wanted);
  };
  const refresh = () => `refresh-account/${userId}`;
  const identity = () => [
    expect.objectContaining({
      kind: 'account_different',
      what: expect.stringContaining(accountId),
    }),
  ];

  it('another id is ignored, and is a difference', async () => {
    const other = randomUUID();
    await control(`/accounts/${accountId}`, { shown: { id: other }, status: 'ACCOUNT_UPDATED' });
    expect((await entryOf(refresh()))['lastError']).toContain(other);
    expect(await reconciled(service)).toMatchObject({ code: 1, differences: identity() });
    expect(await status()).toBe('ACTIVE');

    await control(`/accounts/${accountId}`, { shown: {} });
    await becomes('ACCOUNT_UPDATED');
    await control(`/accounts/${accountId}`, { status: 'ACTIVE' });
    await becomes('ACTIVE');
    await noEntryOf(refresh());
    expect(await reconciled(service)).toMatchObject(AGREES);
  });

  it('another e-mail address does not become active', async () => {
    const shown = { email: 'somebody@else.example' };
    await control(`/accounts/${accountId}`, { shown, status: 'ACCOUNT_UPDATED' });
    await becomes('ACCOUNT_UPDATED');
    await control(`/accounts/${accountId}`, { status: 'ACTIVE' });
    // Two jobs may run at once, and the late job may report a conflict first.
    const { lastError } = await entryOf(refresh(), 'another e-mail address');
    expect(lastError).not.toContain('else.example');
    expect(await reconciled(service)).toMatchObject({ code: 1, differences: identity() });
    expect(await status()).toBe('ACCOUNT_UPDATED');

    await control(`/accounts/${accountId}`, { shown: {} });
    await becomes('ACTIVE');
    await noEntryOf(refresh());
    expect(await reconciled(service)).toMatchObject(AGREES);
  });
});
