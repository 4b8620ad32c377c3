import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { CrashPoint } from '#kernel/crash-points.js';
import { accountOfUser } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { eventually } from '../../support/sandbox.js';
import type { Answer, Json } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { type Started, startedService } from '../../support/started-service.js';

type App = 'api' | 'worker';

const points = mkdtempSync(join(tmpdir(), 'brokerage-decisions-'));
let started: Started;
let operator: StaffClient;

beforeAll(async () => {
  started = await startedService({ CRASH_POINTS: points });
  operator = await StaffClient.ofDemo(started.service, 'operator');
});
afterAll(async () => {
  await started.service.stop();
  rmSync(points, { recursive: true });
});

/** The app dies at its next pass of the point. Returns the file, which is gone after the death. */
const arm = (app: App, point: CrashPoint): string => {
  const file = join(points, `${app}.${point}`);
  writeFileSync(file, '');
  return file;
};
const isMet = (file: string) => () => !existsSync(file);

/** The API dies at its next pass of the point, within this request, and is started again. */
const dies = async (point: CrashPoint, decide: () => Promise<Answer>): Promise<void> => {
  const file = arm('api', point);
  await expect(decide()).rejects.toThrow();
  expect(isMet(file)()).toBe(true);
  await eventually(
    async () => (await fetch(`${started.service.api}/health/ready`).catch(() => null))?.ok ?? false,
  );
};

const credited = async (amount: string) => {
  const { service, client } = started;
  const userId = await onboardedUser(service, client);
  const wanted = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', wanted);
  const id = String(body['id']);
  await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
  return { id, userId };
};
const fundingOf = async (id: string) => (await started.client.get(`/v1/funding/${id}`)).body;

/** The open period's lines of a deposit. */
const booked = async (id: string, lineCount: number) => {
  const { body } = await started.client.get('/v1/settlements');
  const periodId = String((body['settlements'] as Json[])[0]?.['id']);
  const linesIn = (page: Json) =>
    (page['lines'] as Json[]).filter(({ transactionId }) => transactionId === id);
  const page = await started.client.until(
    `/v1/settlements/${periodId}/statement?limit=1000`,
    (found) => linesIn(found).length === lineCount,
  );
  return linesIn(page).map(({ type, net }) => `${String(type)} ${String(net)}`);
};

it('a journal is assigned once, although the API dies at each of its two appends', async () => {
  const { id } = await credited('42.00');
  const mirror = { outcome: 'mirror', description: 'by hand' };
  const { body: journal } = await started.service.control('POST', `/journals/${id}`, mirror);
  const body = { journalId: journal['id'], reason: 'The broker says so' };
  const assign = () => operator.post(`/staff/deposits/${id}/journals`, body);
  // The claim of the journal comes first. Once the log has it, the deposit is the next append.
  for (const point of ['log.appending', 'log.appended', 'log.appending'] as const) {
    await dies(point, assign);
    expect(await fundingOf(id)).toMatchObject({ status: 'completed', statusReason: '' });
  }
  await dies('log.appended', assign);
  expect(await fundingOf(id)).toMatchObject({ status: 'reversed' });
  for (const _ of ['repeated', 'again'])
    expect(await assign()).toMatchObject({
      ...{ status: 200, body: { status: 'reversed', credited: '0.00' } },
    });
  expect(await booked(id, 2)).toEqual(['deposit 42.00', 'adjustment -42.00']);
  expect(await reconciled(started.service)).toMatchObject(AGREES);
});

it('a deposit is adjusted once, although the API dies at its append', async () => {
  const { id } = await credited('50.00');
  const body = { amount: '-10.00', reason: 'The firm bears the loss' };
  const adjust = () => operator.post(`/staff/deposits/${id}/adjustments`, body);
  await dies('log.appending', adjust);
  expect(await fundingOf(id)).toMatchObject({ status: 'completed', statusReason: '' });
  await dies('log.appended', adjust);
  expect(await fundingOf(id)).toMatchObject({ statusReason: expect.stringContaining('40.00') });
  for (const _ of ['repeated', 'again'])
    expect(await adjust()).toMatchObject({
      ...{ status: 200, body: { status: 'completed', credited: '40.00' } },
    });
  expect(await booked(id, 2)).toEqual(['deposit 50.00', 'adjustment -10.00']);
  expect(await reconciled(started.service)).toMatchObject(AGREES);
});

/** Requests a run of the worker, which may die at this crash point and restart. */
const compared = async (point?: CrashPoint) => {
  const file = point === undefined ? null : arm('worker', point);
  await operator.post('/staff/reconciliation/runs');
  await eventually(async () => (await shown()).requestedAt === null);
  if (file !== null) await eventually(isMet(file));
};
const shown = async () =>
  (await operator.get('/staff/reconciliation')).body as unknown as {
    readonly requestedAt: string | null;
    readonly differences: readonly Json[];
  };

it('a difference is dismissed once, although the API dies, and the worker in its runs', async () => {
  const { userId } = await credited('30.00');
  const to = await accountOfUser(started.service, userId);
  const { body: journal } = await started.service.control('POST', '/journals', {
    to,
    amount: '5.00',
  });
  const found = async () =>
    (await shown()).differences.find(({ journalId }) => journalId === journal['id']);
  await compared('log.appending');
  await compared('log.appended');
  await eventually(async () => (await found()) !== undefined);
  const { id, openedAt } = (await found())!;
  const body = { reason: 'A gift of the broker', openedAt };
  const dismiss = () =>
    operator.post(`/staff/reconciliation/differences/${String(id)}/dismiss`, body);
  await dies('log.appending', dismiss);
  expect(await found()).toMatchObject({ id, dismissed: null });
  await dies('log.appended', dismiss);
  const { dismissed } = (await found())!;
  expect(dismissed).toMatchObject({ reason: body.reason });
  for (const _ of ['repeated', 'again']) expect(await dismiss()).toMatchObject({ status: 200 });
  await compared('log.appending');
  await compared('log.appended');
  expect(await found()).toMatchObject({ id, openedAt, dismissed });
});
