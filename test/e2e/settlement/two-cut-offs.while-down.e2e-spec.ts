import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DEFAULT_SCHEDULE, nextCutOff } from '../../../libs/settlement/src/schedule/schedule.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, inItsClock, reconciled } from '../../support/reconciled.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { ShiftedClock } from '../../support/shifted-clock/shifted-clock.js';

const DAY_MS = 24 * 60 * 60_000;
/** The service stops before the first cut-off and restarts after the second. */
const HOUR_MS = 60 * 60_000;

/** The last two cut-offs of the default schedule before this time. */
const lastTwo = (nowMs: number): [number, number] => {
  const found = [nextCutOff(DEFAULT_SCHEDULE, nowMs - 15 * DAY_MS)];
  for (let next = found[0]!; next <= nowMs; next = nextCutOff(DEFAULT_SCHEDULE, next))
    found.push(next);
  return found.slice(-2) as [number, number];
};

const clock = new ShiftedClock();
let service: Service;
let boundaries: [number, number];

beforeAll(async () => {
  boundaries = lastTwo(Date.now());
  clock.set({ '*': boundaries[0] - HOUR_MS - Date.now() });
  service = await Service.start(clock.settings);
});

afterAll(async () => {
  await service.stop();
  clock.remove();
});

const periods = async (client: PartnerClient): Promise<Json[]> => {
  const { body } = await client.get('/v1/settlements');
  return (body['settlements'] as Json[]).reverse();
};

/** Waits until the newest period has this number of deposits, because lists may trail. */
const counted = (client: PartnerClient, count: number) =>
  client.until(
    '/v1/settlements',
    ({ settlements }) => (settlements as Json[])[0]?.['count'] === count,
  );

it('closes both periods in order after a downtime over two cut-offs', async () => {
  const before = await PartnerClient.logIn(service);
  const userId = await onboardedUser(service, before);
  const deposit = async (client: PartnerClient, amount: string) => {
    const body = { userId, direction: 'DEPOSIT', amount, externalId: `of ${amount}` };
    const { body: made } = await client.post('/v1/funding', body);
    const path = `/v1/funding/${String(made['id'])}`;
    expect((await client.until(path, ({ status }) => status === 'completed')).status).toBe(
      'completed',
    );
  };
  await deposit(before, '100.00');
  await deposit(before, '11.00');
  await counted(before, 2);
  expect(await periods(before)).toMatchObject([{ status: 'open', count: 2 }]);

  await service.goDown();
  const offline = await service.ops('settlement', 'list', '--json');
  const { partner, secondPartner } = service.demo;
  expect(JSON.parse(offline.stdout)).toMatchObject([
    { partnerId: partner.id, status: 'open', count: 2, gross: '111.00' },
    { partnerId: secondPartner.id, status: 'open', count: 0, gross: '0.00' },
  ]);
  clock.set({ '*': boundaries[1] + HOUR_MS - Date.now() });
  await service.comeUp();
  const upMs = Date.now();
  const client = await PartnerClient.logIn(service);
  const opened = await periods(client);
  const [id] = opened.map((period) => String(period['id']));
  await client.until(`/v1/settlements/${id}`, ({ closedAt }) => closedAt !== null);
  let found = await periods(client);
  while (found.length < 3 || found[1]?.['closedAt'] === null) {
    if (Date.now() - upMs > BACKSTOP_MS) break;
    found = await periods(client);
  }
  console.log(`closed ${Date.now() - upMs} ms after the start`);
  expect(found.slice(0, 2)).toMatchObject([
    { status: 'closed', count: 2, gross: '111.00', outstanding: '111.00' },
    { status: 'settled', count: 0, gross: '0.00' },
  ]);
  const [first, second, third] = found;
  expect([second?.['opensAt'], third?.['opensAt']]).toEqual([
    first?.['cutOffAt'],
    second?.['cutOffAt'],
  ]);
  expect(String(first?.['closedAt']) <= String(second?.['closedAt'])).toBe(true);

  const { stdout } = await service.ops(
    ...['events', '--stream', `settlement-${service.demo.partner.id}`, '--json'],
  );
  const cutOffs = (JSON.parse(stdout) as { type: string; data: Json }[])
    .filter(({ type }) => type === 'SettlementCutOffReached')
    .map(({ data }) => [data['number'], data['by'], Date.parse(String(data['standsFor']))]);
  expect(cutOffs.slice(0, 2)).toEqual([
    [1, 'schedule', boundaries[0]],
    [2, 'schedule', boundaries[1]],
  ]);

  await deposit(client, '7.00');
  await counted(client, 1);
  expect((await periods(client)).at(-1)).toMatchObject({ status: 'open', count: 1, gross: '7.00' });
  expect(await reconciled(service, inItsClock)).toMatchObject(AGREES);
});
