import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledgerOf } from '../../support/ledger.js';
import { longIt } from '../../support/long.js';
import { AGREES, attentionList, inItsClock, reconciled } from '../../support/reconciled.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { ShiftedClock } from '../../support/shifted-clock/shifted-clock.js';
import { StaffClient } from '../../support/staff-client.js';
import { startedService } from '../../support/started-service.js';

/** Longer than every weekend with holidays. */
const A_WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

const clock = new ShiftedClock();
let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedService(clock.settings));
  expect(await limit({ perTransaction: '50.00' })).toMatchObject({ status: 200 });
});
afterAll(async () => {
  await service.stop();
  clock.remove();
});

const limit = (limits: Json) => service.control('POST', '/journal-limits', limits);
const decide = async (id: string, outcome: string) =>
  expect(await service.control('POST', `/journals/${id}`, { outcome })).toMatchObject({
    status: 200,
  });
const path = (id: string) => `/v1/funding/${id}`;
const isHeld = (body: Json) => /approve the transfer/.test(String(body['statusReason']));
const shows = async (id: string, status: string) => {
  const body = await client.until(path(id), (shown) => shown['status'] === status);
  expect(body).toMatchObject({ status });
  return body;
};
const held = async (amount: string): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  const id = String((await client.post('/v1/funding', about)).body['id']);
  const body = await client.until(path(id), isHeld);
  expect(body).toMatchObject({ status: 'processing', completedAt: null });
  return id;
};
const journalsOf = async (id: string) =>
  (await ledgerOf(service)).journals.filter(({ idempotencyKey }) => idempotencyKey === id);

describe('a deposit whose journal the broker holds', () => {
  it('is processing with the reason, is listed by reconcile, and completes once', async () => {
    const id = await held('50.01');
    const waits = { stream: `deposit-${id}`, waitsFor: 'the broker to approve the transfer' };
    expect(await reconciled(service, inItsClock)).toMatchObject({
      ...{ ...AGREES, stuck: [], waiting: [waits] },
    });
    const { code, stdout } = await service.ops('reconcile');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`waiting for the broker to approve the transfer since .*: deposit-${id}`),
      ),
    });
    expect(await attentionList(service, inItsClock)).toEqual([]);

    await decide(id, 'execute');
    expect(await shows(id, 'completed')).toMatchObject({ netAmount: 50.01, statusReason: '' });
    expect(await journalsOf(id)).toMatchObject([{ status: 'executed', amount: '50.01' }]);
    expect(await reconciled(service, inItsClock)).toMatchObject({ ...AGREES, waiting: [] });
  });

  it('fails when the broker rejects it, and no money moves', async () => {
    const id = await held('51.00');
    await decide(id, 'reject');
    expect(await shows(id, 'failed')).toMatchObject({
      statusReason: 'The broker reports rejected',
      completedAt: null,
    });
    expect(await reconciled(service, inItsClock)).toMatchObject({ ...AGREES, waiting: [] });
  });

  longIt.each([
    ['execute', 'completed'],
    ['reject', 'failed'],
  ])('is found by a poll without a message: %s', async (outcome, status) => {
    const id = await held('52.00');
    await service.fault('broker', 'EVENT journals', 'drop');
    await decide(id, outcome);
    await shows(id, status);
    expect(await journalsOf(id)).toHaveLength(1);
  });

  it('needs attention only after the next opening, with the next step', async () => {
    const id = await held('53.00');
    const staff = await StaffClient.ofDemo(service, 'operator');
    const isListed = (entries: readonly Json[]) =>
      entries.some(({ subjectId }) => subjectId === id);
    expect(isListed(await attentionList(service, inItsClock))).toBe(false);

    clock.set({ ops: A_WEEK_MS });
    expect(
      (await attentionList(service, inItsClock)).find(({ subjectId }) => subjectId === id),
    ).toMatchObject({
      ...{ id: `overdue-deposit/${id}`, state: 'stuck', lastError: null, amount: '53.00' },
      next: expect.stringMatching(/ask the broker to approve or reject/),
      closing: { possible: false },
    });
    expect(await reconciled(service, inItsClock)).toMatchObject({
      ...{ code: 1, differences: [], waiting: [] },
      stuck: [{ stream: `deposit-${id}` }],
    });
    clock.set({});

    const { body } = await staff.post('/staff/attention/look-up', { id: `overdue-deposit/${id}` });
    expect(String(body['found'])).toMatch(/over 53\.00 for it, which is pending/);
    await decide(id, 'execute');
    await shows(id, 'completed');
    expect(isListed(await attentionList(service, inItsClock))).toBe(false);
  });

  longIt('are all journals of a day that exceed its limit together', async () => {
    await limit({ perDay: '1000.00' });
    const id = await held('950.00');
    await limit({});
    const next = { userId, direction: 'DEPOSIT', amount: '950.00', externalId: randomUUID() };
    const free = String((await client.post('/v1/funding', next)).body['id']);
    await shows(free, 'completed');
    await decide(id, 'execute');
    await shows(id, 'completed');
    expect(await reconciled(service, inItsClock)).toMatchObject({
      ...AGREES,
      stuck: [],
      waiting: [],
    });
  });
});
