import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

const TRIES_MAX = 10;
const DEPOSITS = 200;
const AT_ONCE = 20;
/** Calls in progress at the start of the fault, and a few probes. */
const CALLS_MAX = 150;
const WHILE_SICK_MS = 10_000;
/** The list contains all open effects, which takes time for this number. */
const LIST_EVERY_MS = 2_000;

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
});
afterEach(() => service.noFaults());
afterAll(() => service.stop());

const depositAll = async (): Promise<string[]> => {
  const ids: string[] = [];
  for (let begun = 0; begun < DEPOSITS; begun += AT_ONCE) {
    const asked = Array.from({ length: AT_ONCE }, () => {
      const about = { userId, direction: 'DEPOSIT', amount: '10.00', externalId: randomUUID() };
      return client.post('/v1/funding', about);
    });
    for (const { body } of await Promise.all(asked)) ids.push(String(body['id']));
  }
  return ids;
};

const hits = async (): Promise<number> => {
  const { body } = await service.control('GET', '/faults');
  return (body as unknown as { hits: number }[]).reduce((sum, each) => sum + each.hits, 0);
};

/** Returns null if the command failed, because a store may be unavailable for a moment. */
const listed = async (): Promise<Json[] | null> => {
  const { code, stdout, stderr } = await opsHere(service, 'attention', 'list', '--json');
  if (code === 0) return JSON.parse(stdout) as Json[];
  console.info(stderr);
  return null;
};

/** Returns the list once it matches, or the last list after the time limit. */
const listedOnce = async (wanted: (entries: Json[]) => boolean): Promise<Json[]> => {
  const endMs = performance.now() + BACKSTOP_MS;
  for (;;) {
    const entries = await listed();
    if (entries !== null && (wanted(entries) || performance.now() > endMs)) return entries;
    if (entries === null && performance.now() > endMs) throw new Error('it cannot be listed');
    await sleep(LIST_EVERY_MS);
  }
};

/** Waits for the entry in the list. */
const completed = async (): Promise<number> => {
  const body = await client.until('/v1/funding?status=completed&limit=1', () => true);
  return (body['metadata'] as { total: number }).total;
};

describe.each(['status:500', 'hang'])('a broker that answers %s', (mode) => {
  it('gets few calls, is reported, and gets everything after its recovery', async () => {
    const before = await completed();
    for (const match of ['POST /v1/journals', 'GET /v1/journals'])
      await service.fault('broker', match, mode, 100_000);
    const ids = await depositAll();
    const hasOne = (entries: Json[]) =>
      entries.some(({ subjectId }) => ids.includes(String(subjectId)));
    const [entry] = (await listedOnce(hasOne)).filter((each) =>
      ids.includes(String(each['subjectId'])),
    );
    expect(entry).toMatchObject({
      id: `credit-deposit/${String(entry?.['subjectId'])}`,
      kind: 'effect',
      about: 'deposit',
      partnerId: service.demo.partner.id,
      lastError: expect.stringMatching(/journals/),
    });
    expect((entry!['history'] as Json[])[0]).toMatchObject({ event: 'DepositRequested' });
    await sleep(WHILE_SICK_MS);
    expect(await hits()).toBeLessThan(CALLS_MAX);

    const redis = new Redis(service.redisPort);
    await redis.flushall();
    redis.disconnect();
    expect(hasOne(await listedOnce(hasOne))).toBe(true);

    const retried = await service.ops('attention', 'retry', '--id', String(entry?.['id']));
    expect(retried).toMatchObject({ code: 0, stderr: '' });
    await service.noFaults();
    const sinceMs = performance.now();
    const looked = await service.ops('attention', 'look-up', '--id', String(entry?.['id']));
    expect(looked).toMatchObject({ code: 0, stdout: expect.stringMatching(/The broker has/) });
    while ((await completed().catch(() => 0)) < before + DEPOSITS) {
      if (performance.now() - sinceMs > BACKSTOP_MS) break;
      await sleep(500);
    }
    console.info(`${mode}: all completed ${Math.round(performance.now() - sinceMs)} ms after`);
    expect(await completed()).toBe(before + DEPOSITS);
    const { journals } = await ledgerOf(service);
    for (const id of ids)
      expect(journals.filter(({ idempotencyKey }) => idempotencyKey === id)).toHaveLength(1);
    expect(await listedOnce((entries) => entries.length === 0)).toEqual([]);
  });
});

describe('an identity provider that does not answer', () => {
  const session = () => client.post(`/v1/onboarding/${userId}/session-token`, {});

  const hits = async () => {
    const { body } = await service.control('GET', '/faults');
    return (body as unknown as readonly { readonly hits: number }[])[0]?.hits ?? NaN;
  };
  /** Some calls pass as probes of the recovery. */
  const refusedUnasked = async () => {
    for (let left = TRIES_MAX; ; left--) {
      const before = await hits();
      const answer = await session();
      const asked = (await hits()) - before;
      if (asked === 0 || left === 1) return { asked, answer };
    }
  };

  it('delays no requests after five failures, and is probed soon', async () => {
    const other = await client.post('/v1/user', {
      name: 'Ada',
      familyName: 'Byron',
      email: `${randomUUID()}@users.example`,
      countryCode: 'USA',
    });
    userId = String(other.body['id']);
    await service.fault('identity', 'POST /onboarding/session', 'hang', 1_000);
    await Promise.all(Array.from({ length: 5 }, session));
    const { asked, answer } = await refusedUnasked();
    expect(asked).toBe(0);
    expect(answer).toMatchObject({ status: 503, body: { code: 'identity_provider_unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.noFaults();
    const endMs = performance.now() + BACKSTOP_MS;
    let status = 0;
    while (status !== 201 && performance.now() < endMs) {
      status = (await session()).status;
      await sleep(200);
    }
    expect(status).toBe(201);
  });
});

describe('the list of needs attention', () => {
  it('refuses ids that it does not contain, with the next step', async () => {
    const { code, stderr } = await service.ops('attention', 'retry', '--id', 'nothing');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /Nothing waits under nothing: take an id of what needs attention, as attention list shows them/,
    );
  });

  it('contains quarantined events, and rebuilds the read models on a retry', async () => {
    const db = new Database(join(service.dataDir, 'events.db'));
    const metadata = { partnerId: service.demo.partner.id, correlationId: 'r', causationId: 'r' };
    db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, 0, ?, ?, ?, ?)',
    ).run(
      `deposit-${randomUUID()}`,
      randomUUID(),
      'DepositImagined',
      '{}',
      JSON.stringify({ ...metadata, actor: 'worker', at: new Date().toISOString() }),
    );
    db.close();
    const isEvent = ({ kind }: Json) => kind === 'event';
    const [event] = (await listedOnce((entries) => entries.some(isEvent))).filter(isEvent);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^event-\d+$/),
      lastError: expect.stringMatching(/^DepositImagined could not be applied by .*user-deposits/),
    });
    const { code, stdout } = await service.ops(
      'attention',
      'retry',
      '--id',
      String(event?.['id']),
      '--json',
    );
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Json[]).map(({ asked }) => asked)).toContain('user-deposits');
  });
});
