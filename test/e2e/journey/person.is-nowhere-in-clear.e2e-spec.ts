import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openSqlEngine } from '#read-models/open-sql-engine.js';
import { eventStreams } from '../../contract/events/event-streams.js';
import { personalOf } from '../../contract/personal/personal-fields.js';
import { opsHere } from '../../support/ops-here.js';
import { needlesOf } from '../../support/secrets/forms.js';
import { Needles } from '../../support/secrets/needles.js';
import type { Place } from '../../support/secrets/places.js';
import { type Json, PartnerClient, Service, call } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { KycPartner } from '../kyc/kyc-partner.js';

/** Client address from a range for documentation (RFC 5737). */
const ADDRESS = '198.51.100.77';
const FROM = { 'x-forwarded-for': ADDRESS };
/** Texts of staff, and of a person without an account. */
const REASON = 'Zebedee said so at the counter';
const STRANGER = 'kunigunde@strangers.example';
const EXTERNAL_ID = `customer-${randomUUID()}`;
/** A Sunday: the market calendar, which read models contain, has only trading days. */
const BIRTH_DATE = '1971-11-21';
const PERSON = {
  'id.first_name': 'Wilhelmine',
  'id.address_line1': '17 Quarterstaff Crescent',
  'id.city': 'Przemysl Falls',
  'id.zip': '94117-2231',
  'id.dob': BIRTH_DATE,
  'id.phone_number': '+12025550187',
  'custom.agreement_ip': '203.0.113.201',
};
/** Values that are too short or too common to identify a person. */
const LEAST = 5;

let service: Service;
let client: PartnerClient;
let operator: StaffClient;
let userId: string;
let needles: Needles;

const done = (word: string) => (body: Json) => body['status'] === word;

const onboard = async () => {
  const named = { name: 'Wilhelmine', familyName: 'Quintessenz-Review', countryCode: 'USA' };
  const wanted = { ...named, externalId: EXTERNAL_ID, email: `q-${randomUUID()}@users.example` };
  userId = String((await client.post('/v1/user', wanted, FROM)).body['id']);
  // A refused request, and a repeat that gets the stored response.
  await client.post('/v1/user', { ...wanted, externalId: 'another' }, FROM);
  await client.post('/v1/user', wanted, { ...FROM, 'idempotency-key': randomUUID() });
  await client.get(`/v1/user?externalId=${EXTERNAL_ID}`);
  const path = `/v1/onboarding/${userId}/session-token`;
  const { body } = await client.post(path, { dateOfBirth: BIRTH_DATE, gender: 'F' }, FROM);
  await service.control('POST', `/onboarding/${String(body['token'])}`, {
    outcome: 'pass',
    person: PERSON,
  });
  const profile = `/v1/onboarding/${userId}/trader-profile`;
  await client.until(profile, (seen) => seen['brokerAccountStatus'] === 'ACTIVE');
  await client.patch(`/v1/users/${userId}`, { phoneNumber: '+12025550191' });
};

const verify = async () => {
  const partner = KycPartner.of(service, client);
  const id = await partner.started(userId);
  await partner.upload(id);
  await partner.until(id, 'under_review');
  await operator.post(`/staff/verifications/${id}/decision`, {
    outcome: 'approved',
    reason: REASON,
  });
  await partner.until(id, 'approved');
};

const trade = async () => {
  const deposit = { userId, direction: 'DEPOSIT', amount: '500.00', externalId: randomUUID() };
  const { body: made } = await client.post('/v1/funding', deposit, FROM);
  await client.until(`/v1/funding/${String(made['id'])}`, done('completed'));
  const order = { userId, symbol: 'AAPL', amount: 10, side: 'buy', externalId: randomUUID() };
  const { body: placed } = await client.post('/v1/orders', order, FROM);
  await client.until(`/v1/orders/${String(placed['id'])}`, done('filled'));
};

const workAsStaff = async () => {
  for (const verb of ['suspend', 'reinstate'])
    await operator.post(`/staff/users/${userId}/${verb}`, { reason: REASON });
  await operator.get(`/staff/users?text=${EXTERNAL_ID}`);
  await operator.get(`/staff/users/${userId}`);
  await opsHere(service, 'user', 'hold', '--user', userId, '--reason', REASON);
  const body = { email: STRANGER, password: 'not it', code: '000000' };
  const headers = { ...FROM, origin: service.api };
  for (let i = 0; i < 3; i++) await call(service.api, 'POST', '/staff/sign-in', { headers, body });
  await call(service.api, 'GET', '/v1/users', { headers: FROM });
};

/** Decrypted personal values of the user's events. */
const told = async (): Promise<readonly string[]> => {
  const { stdout } = await opsHere(service, 'user', 'export', '--user', userId);
  const { events } = JSON.parse(stdout) as { events: { type: string; data: Json }[] };
  const fields = new Map(
    (await eventStreams()).flatMap((of) => [...(personalOf(of)?.fields ?? [])]),
  );
  const found = events.flatMap(({ type, data }) =>
    (fields.get(type) ?? []).flatMap((field) => leaves(data[field])),
  );
  return found.filter((text) => text.length >= LEAST);
};

const leaves = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
};

const findsIn = (places: readonly Place[]): readonly string[] =>
  places.flatMap(({ name, bytes }) => needles.findIn(bytes).map((find) => `${find.name}: ${name}`));

const TABLES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};

/** Table name without version and generation. */
const plain = (table: string): string => table.replace(/_v\d+_g\d+$/, '');

/** Returns every value of the read models, by its column. */
const cells = async (): Promise<readonly Place[]> => {
  const engine = await openSqlEngine(service.readModels);
  const { db } = engine;
  try {
    const places: Place[] = [];
    const tables = sql.raw<{ name: string }>(TABLES[engine.dialect.name]);
    for (const { name } of (await tables.execute(db)).rows) {
      const { rows } = await sql<Json>`SELECT * FROM ${sql.table(name)}`.execute(db);
      for (const row of rows)
        for (const [column, value] of Object.entries(row))
          places.push({ name: `${plain(name)}.${column}`, bytes: bytesOf(value) });
    }
    return places;
  } finally {
    await engine.close();
  }
};

const bytesOf = (value: unknown): Buffer =>
  Buffer.isBuffer(value) ? value : Buffer.from(String(value));

/** The columns that the table of the documentation names. */
const documented = (): ReadonlySet<string> =>
  new Set(
    [...readFileSync('docs/reference/personal-data.md', 'utf8').matchAll(/`(\w+\.\w+)`/g)].map(
      ([, column = '']) => column,
    ),
  );

beforeAll(async () => {
  service = await Service.start({ TRUST_PROXY: 'loopback' });
  client = await PartnerClient.logIn(service);
  operator = await StaffClient.ofDemo(service, 'operator');
  expect((await service.tour()).code).toBe(0);
  await onboard();
  await verify();
  await trade();
  await workAsStaff();
  const { partner, operator: staff } = service.demo;
  const values = [...(await told()), ADDRESS, STRANGER, partner.email, staff.email];
  needles = new Needles([...new Set(values)].flatMap((value) => needlesOf(value, value)));
});

afterAll(async () => {
  await service.stop();
});

describe('personal data after a whole journey', () => {
  it('is the object of the search', async () => {
    const values = await told();
    expect(values).toEqual(expect.arrayContaining([EXTERNAL_ID, REASON, ...Object.values(PERSON)]));
    expect(new Set(values).size).toBeGreaterThanOrEqual(20);
  });

  it('is missing from files, logs and Redis', async () => {
    const places = await service.places();
    expect(places.map(({ name }) => name).join()).toMatch(/events\.db.*logs\/api\.log/s);
    const others = places.filter(({ name }) => !name.startsWith('read-models.db'));
    expect(findsIn(others)).toEqual([]);
  });

  it('is only in the documented columns of the read models', async () => {
    const columns = documented();
    const finds = (await cells()).filter(({ bytes }) => needles.findIn(bytes).length > 0);
    expect(new Set(finds.map(({ name }) => name))).toContain('user_rows.email');
    expect(findsIn(finds.filter(({ name }) => !columns.has(name)))).toEqual([]);
  });
});
