import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

const AMOUNT = '10.00';

type Journal = { readonly id: string; readonly idempotencyKey: string; readonly status: string };
type Reconciled = { readonly ok: boolean; readonly differences: readonly { what: string }[] };

let service: Service;
let userId: string;

beforeAll(async () => {
  service = await Service.start();
  userId = await onboardedUser(service, await PartnerClient.logIn(service));
});

afterAll(() => service.stop());

const deposit = async (client: PartnerClient, externalId: string): Promise<string> => {
  const body = { userId, direction: 'DEPOSIT', amount: AMOUNT, externalId };
  const { status, body: made } = await client.post('/v1/funding', body);
  expect([200, 201]).toContain(status);
  return String(made['id']);
};
const completed = async (client: PartnerClient, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const path = `/v1/funding/${id}`;
    const isDone = ({ status }: Json) => status === 'completed';
    expect((await client.until(path, isDone))['status']).toBe('completed');
  }
};
const journals = async (): Promise<readonly Journal[]> => {
  const { body } = await service.control('GET', '/ledger');
  return body['journals'] as Journal[];
};
const order = (client: PartnerClient) =>
  client.post('/v1/orders', {
    ...{ userId, externalId: 'order after', symbol: 'AAPL', side: 'buy', amount: 5 },
  });
const ordersAtBroker = async (): Promise<readonly object[]> => {
  const { body } = await service.control('GET', '/ledger');
  return body['orders'] as object[];
};
const reconciled = async (): Promise<Reconciled & { readonly code: number }> => {
  const { code, stdout } = await opsHere(service, 'reconcile', '--json');
  return { ...(JSON.parse(stdout) as Reconciled), code };
};
/** By their reservations: one that the backup cut off from its deposit is made after the restart. */
const reservedDeposits = (): ReadonlySet<string> => {
  const db = new Database(join(service.dataDir, 'events.db'), { readonly: true });
  const sql = "SELECT data ->> 'depositId' FROM events WHERE type = 'DailyFundingReserved'";
  const ids = db.prepare<[], string>(sql).pluck().all();
  db.close();
  return new Set(ids);
};

it('restores a backup and does not repeat later effects', async () => {
  const first = await PartnerClient.logIn(service);
  const names = Array.from({ length: 20 }, (_, i) => `before ${i}`);
  const ids = await Promise.all(names.map((name) => deposit(first, name)));
  await completed(first, ids);

  const file = join(service.dataDir, 'backup.db');
  const flow = { ended: false };
  const flowing = (async () => {
    const made: string[] = [];
    while (!flow.ended) {
      names.push(`while ${made.length}`);
      made.push(await deposit(first, names.at(-1)!));
    }
    return made;
  })();
  const backup = await service.ops('backup', '--to', file, '--json');
  flow.ended = true;
  expect([backup.code, backup.stderr]).toEqual([0, '']);
  const { events } = JSON.parse(backup.stdout) as { readonly events: number };
  expect(events).toBeGreaterThan(100);
  const during = await flowing;
  const lost = ['after 1', 'after 2', 'after 3', 'after 4', 'after 5'];
  const after = await Promise.all(lost.map((name) => deposit(first, name)));
  names.push(...lost);
  expect((await order(first)).status).toBe(201);
  await completed(first, [...during, ...after]);
  const ledger = await journals();
  expect(ledger).toHaveLength(names.length);

  const running = await service.ops('restore', '--from', file);
  expect([running.code, running.stderr]).toEqual([1, expect.stringContaining('stop it first')]);
  await service.goDown();
  const restored = await service.ops('restore', '--from', file, '--json');
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(JSON.parse(restored.stdout)).toMatchObject({ events });
  await service.comeUp();

  const client = await PartnerClient.logIn(service);
  const known = reservedDeposits();
  const unknown = ledger.filter(({ idempotencyKey }) => !known.has(idempotencyKey));
  expect(unknown.length).toBeGreaterThanOrEqual(lost.length);
  await completed(client, [...known]);
  const total = async () => {
    const { body } = await client.get('/v1/settlements');
    return (body['settlements'] as Json[])[0];
  };
  const ledgers = await client.until('/v1/settlements', ({ settlements }) =>
    (settlements as Json[]).some(({ count }) => count === known.size),
  );
  expect(ledgers['settlements']).toMatchObject([{ count: known.size }]);
  const found = await reconciled();
  expect(found.code).toBe(1);
  expect(found.differences).toHaveLength(unknown.length + 1);
  expect(found.differences.filter(({ what }) => what.includes('no such order'))).toHaveLength(1);
  for (const { id } of unknown)
    expect(found.differences.filter(({ what }) => what.includes(id))).toHaveLength(1);

  const again = await Promise.all(names.map((name) => deposit(client, name)));
  await completed(client, again);
  const orderId = String((await order(client)).body['id']);
  await client.until(`/v1/orders/${orderId}`, ({ status }) => status === 'filled');
  expect(await ordersAtBroker()).toHaveLength(1);
  expect(await journals()).toEqual(ledger);
  await client.until('/v1/settlements', ({ settlements }) =>
    (settlements as Json[]).some(({ count }) => count === names.length),
  );
  const gross = `${names.length * Number(AMOUNT)}.00`;
  expect(await total()).toMatchObject({ count: names.length, gross });
  expect(await reconciled()).toMatchObject({ ok: true, differences: [] });
});
