import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openEventLog } from '#event-log/open-event-log.js';
import { pause } from '#kernel/concurrency/pause.js';
import { eventsOf } from '../../support/events-of.js';
import { DEFAULT_SCHEDULE, nextCutOff } from '../../../libs/settlement/src/schedule/schedule.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, inItsClock, reconciled } from '../../support/reconciled.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { ShiftedClock } from '../../support/shifted-clock/shifted-clock.js';

const DEPOSITS = Number(process.env['CUT_OFF_DEPOSITS'] ?? 1_000);
const AT_ONCE = 16;
/** Limit of deposits, a thousand a minute on any machine. */
const EVERY_MS = 60;
/** With deposits before them: one by the schedule, the others by an operator. */
const CUT_OFFS_MIN = DEPOSITS >= 1_000 ? 3 : 2;
/** Runs in this process, because a start of the command line needs too much CPU time. */
const BETWEEN_CUT_OFFS_MS = 3_000;
const PAGE = 1_000;
/** Before the boundary: the partner's sign-in, and the moment that follows the first credit. */
const SIGN_IN_BEFORE_MS = 10 * 60_000;
const FIRST_CREDIT_BEFORE_MS = 2_000;

const clock = new ShiftedClock();
const boundaryMs = nextCutOff(DEFAULT_SCHEDULE, Date.now());
const livesAt = (ms: number) => clock.set({ '*': ms - Date.now() });
let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  livesAt(boundaryMs - SIGN_IN_BEFORE_MS);
  service = await Service.start(clock.settings);
  client = await PartnerClient.logIn(service);
});

afterAll(async () => {
  await service.stop();
  clock.remove();
});

/** Makes deposits, a few at once, and returns their ids. */
const depositAll = async (userId: string): Promise<string[]> => {
  const ids: string[] = [];
  const beganMs = performance.now();
  let n = 0;
  const one = async () => {
    while (n < DEPOSITS) {
      const dueMs = beganMs + n * EVERY_MS;
      const amount = `${10 + (n % 90)}.${String(n % 100).padStart(2, '0')}`;
      const body = { userId, direction: 'DEPOSIT', externalId: `load-${++n}` };
      await pause(Math.max(0, dueMs - performance.now()));
      const plain = amount.endsWith('.13') || amount.endsWith('.17') ? '10.00' : amount;
      const made = await client.post('/v1/funding', { ...body, amount: plain });
      expect(made.status).toBe(201);
      ids.push(String(made.body['id']));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return ids;
};

/** Returns the deposits of each period, divided by the positions of the cut-off events in the log. */
const byPositions = async (partnerId: string) => {
  const log = await openEventLog(`sqlite:${service.dataDir}/events.db`);
  const fresh = () => ({ by: '', cutAt: '', closedAt: '', lines: [] as string[] });
  const periods = [fresh()];
  for (const { metadata, position, type, data } of await eventsOf(log)) {
    if (metadata.partnerId !== partnerId) continue;
    const about = data as Record<string, string | number>;
    const open = periods.at(-1)!;
    if (type === 'DepositCompleted') open.lines.push(String(about['depositId']));
    if (type === 'SettlementCutOffReached') {
      Object.assign(open, { by: about['by'], cutAt: `${position}` });
      periods.push(fresh());
    }
    if (type === 'SettlementPeriodClosed')
      periods[Number(about['number']) - 1]!.closedAt = String(about['position']);
  }
  await log.close();
  return periods;
};

const statementOf = async (id: string): Promise<Json[]> => {
  const { body } = await client.get(`/v1/settlements/${id}/statement?limit=${PAGE}`);
  return body['lines'] as Json[];
};

const holdsSome = ({ metadata }: Json) => Number((metadata as Json)['total']) > 0;

const centsOf = (amount: unknown) => Number(String(amount).replace('.', ''));

it(`puts each of ${DEPOSITS} deposits into one period, by the place of the cut-off in the log`, async () => {
  const userId = await onboardedUser(service, client);
  const partner = service.demo.partner.id;
  const beganMs = performance.now();
  const load = { over: false, cutOffs: 0 };
  const depositing = depositAll(userId).finally(() => (load.over = true));
  const cutting = async () => {
    await client.until('/v1/funding?status=completed&limit=1', holdsSome);
    livesAt(boundaryMs - FIRST_CREDIT_BEFORE_MS);
    // An operator's cut-off past the boundary would stand for the schedule's.
    await client.until('/v1/settlements?status=closed&limit=1', holdsSome);
    while (!load.over || load.cutOffs < CUT_OFFS_MIN - 1) {
      const { code } = await service.ops('settlement', 'cut-off', '--partner', partner);
      expect(code).toBe(0);
      load.cutOffs += 1;
      await pause(BETWEEN_CUT_OFFS_MS);
    }
  };
  const [ids] = await Promise.all([depositing, cutting()]);
  const done = await client.listed('/v1/funding?status=completed&limit=1', DEPOSITS);
  expect(done['metadata']).toMatchObject({ total: DEPOSITS });
  const tookS = ((performance.now() - beganMs) / 1_000).toFixed(1);
  await service.ops('settlement', 'cut-off', '--partner', partner);

  const expected = await byPositions(partner);
  const all = await client.listed('/v1/settlements?limit=1000', expected.length);
  const found = (all['settlements'] as Json[]).reverse();
  expect(found).toHaveLength(expected.length);
  const seen: string[] = [];
  for (const [i, { lines: wanted, cutAt }] of expected.entries()) {
    const id = String(found[i]?.['id']);
    const period =
      cutAt === ''
        ? found[i]!
        : await client.until(`/v1/settlements/${id}`, ({ closedAt }) => closedAt !== null);
    const lines = await statementOf(id);
    expect(lines.map(({ transactionId }) => transactionId)).toEqual(wanted);
    expect(period['count']).toBe(wanted.length);
    const gross = lines.reduce((sum, line) => sum + centsOf(line['gross']), 0);
    expect(centsOf(period['gross'])).toBe(gross);
    seen.push(...wanted);
  }
  expect([...seen].sort()).toEqual([...ids].sort());
  const cut = expected.slice(0, -1);
  expect(cut.map(({ by }) => by)).toContain('schedule');
  expect(cut.filter(({ lines }) => lines.length > 0).length).toBeGreaterThanOrEqual(CUT_OFFS_MIN);
  for (const { closedAt, cutAt } of (await byPositions(partner)).slice(0, -1))
    expect(closedAt).toBe(cutAt);
  expect(await reconciled(service, inItsClock)).toMatchObject(AGREES);
  const sizes = expected.map(({ lines }) => lines.length).join(' + ');
  console.log(`${DEPOSITS} deposits completed in ${tookS} s, by period: ${sizes}`);
});
