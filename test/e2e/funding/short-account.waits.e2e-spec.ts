import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf } from '../../support/ledger.js';
import { LONG } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { PartnerClient, Service } from '../../support/service.js';

const DEPOSITS = LONG ? 500 : 60;
const HALF = DEPOSITS / 2;
const PAGE = 50;
/** Longer than the pause between two polls of the funding queue. */
const TWO_LOOKS_MS = 12_000;

let service: Service;
let client: PartnerClient;
let ids: string[];

beforeAll(async () => {
  // Reads every deposit by id.
  service = await Service.start({ PARTNER_RATE_PER_S: '100000' });
  client = await PartnerClient.logIn(service);
});

afterAll(() => service.stop());

const asked = async () =>
  ((await service.control('GET', '/faults')).body as unknown as { hits: number }[])[0]?.hits ?? 0;

const statuses = async (): Promise<{ status: string; statusReason: string }[]> => {
  const found: { status: string; statusReason: string }[] = [];
  for (let i = 0; i < ids.length; i += PAGE) {
    const answers = ids.slice(i, i + PAGE).map((id) => client.get(`/v1/funding/${id}`));
    for (const { body } of await Promise.all(answers))
      found.push({ status: String(body['status']), statusReason: String(body['statusReason']) });
  }
  return found;
};

type Found = readonly { readonly status: unknown; readonly statusReason: unknown }[];

/** Polls the list, which is one request and may trail, and then each deposit. */
const until = async (wanted: (found: Found) => boolean) => {
  for (let tries = 0; tries < 120; tries++) {
    const { body } = await client.get('/v1/funding?limit=1000');
    const list = body['transactions'] as Found;
    const found = list.length === ids.length && wanted(list) ? await statuses() : [];
    if (found.length > 0 && wanted(found)) return found;
    await sleep(500);
  }
  throw new Error(`never: ${JSON.stringify(await statuses())}`);
};

const WAITS = { status: 'pending', statusReason: expect.stringMatching(/pre-funded account/) };
const DONE = { status: 'completed', statusReason: '' };

it('credits exactly the deposits that a replenished account covers, in order', async () => {
  const userId = await onboardedUser(service, client);
  const firm = '00000000-0000-4000-8000-00000000f1f1';
  const balance = (await ledgerOf(service)).balances[firm];
  await service.control('POST', '/firm-account', { add: `-${balance}` });
  const everyJournal = { side: 'broker', match: 'POST /v1/journals', mode: 'delay:0' };
  await service.control('POST', '/faults', { ...everyJournal, count: 100_000 });

  ids = [];
  for (let n = 1; n <= DEPOSITS; n++) {
    const body = { userId, direction: 'DEPOSIT', amount: '100.00', externalId: `w-${n}` };
    ids.push(String((await client.post('/v1/funding', body)).body['id']));
  }
  const waiting = await until((found) => found.every(({ statusReason }) => statusReason !== ''));
  expect(waiting).toEqual(ids.map(() => WAITS));

  const askedSoFar = await asked();
  const found = await reconciled(service);
  expect(found).toMatchObject(AGREES);
  expect(found.waiting).toHaveLength(DEPOSITS);

  await service.control('POST', '/firm-account', { add: `${HALF * 100}.00` });
  await until((found) => found.filter(({ status }) => status === 'completed').length >= HALF);
  await sleep(TWO_LOOKS_MS);
  const half = await statuses();
  expect(half.slice(0, HALF)).toEqual(ids.slice(0, HALF).map(() => DONE));
  expect(half.slice(HALF)).toEqual(ids.slice(HALF).map(() => WAITS));
  expect(await asked()).toBeLessThanOrEqual(askedSoFar + HALF + 1);

  await service.control('POST', '/firm-account', { add: `${HALF * 100}.00` });
  expect(await until((found) => found.every(({ status }) => status === 'completed'))).toEqual(
    ids.map(() => DONE),
  );
  const { journals, balances } = await ledgerOf(service);
  expect(journals.map(({ idempotencyKey }) => idempotencyKey)).toEqual(ids);
  expect(journals.every(({ status }) => status === 'executed')).toBe(true);
  expect(balances[firm]).toBe('0.00');
  expect(await reconciled(service)).toMatchObject(AGREES);
});
