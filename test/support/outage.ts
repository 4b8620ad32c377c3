import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { ledgerOf } from './ledger.js';
import { LONG } from './long.js';
import type { Answer, App, Json, PartnerClient, Service } from './service.js';

/** Documented limit plus extra time for a busy machine. */
const ANSWER_MAX_MS = 12_000 + 3_000;

const APPS: readonly App[] = ['supervisor', 'redis', 'sandbox', 'api', 'worker', 'projector'];

/** A partner's commands. The partner repeats each command unchanged until it is confirmed. */
export class Commands {
  readonly externalIds = { deposit: randomUUID(), keyed: randomUUID(), order: randomUUID() };
  private readonly email = `${randomUUID()}@users.example`;

  constructor(
    private readonly service: Service,
    private readonly client: PartnerClient,
    private readonly userId: string,
  ) {}

  sendAll(): Promise<Answer[]> {
    const { client, userId, email } = this;
    const { deposit, keyed, order } = this.externalIds;
    const funding = { userId, direction: 'DEPOSIT', amount: '25.00' };
    const market = { userId, symbol: 'AAPL', qty: 0, amount: 5, side: 'buy' };
    const user = { name: 'Grace', familyName: 'Hopper', email, countryCode: 'USA' };
    return Promise.all(
      [
        client.post('/v1/funding', { ...funding, externalId: deposit }),
        client.post('/v1/funding', { ...funding, externalId: keyed }, { 'idempotency-key': keyed }),
        client.post('/v1/orders', { ...market, externalId: order }),
        client.post('/v1/user', { ...user, externalId: deposit }),
        client.patch(`/v1/users/${userId}`, { firstName: `Augusta ${deposit}` }),
      ].map(inTime),
    );
  }

  /** Asserts that each command took effect once, also at the broker, and ended. */
  async expectOnce(): Promise<void> {
    const { deposit, keyed, order } = this.externalIds;
    const ids = [
      await this.ended(`/v1/funding?externalId=${deposit}`, 'transactions', 'completed'),
      await this.ended(`/v1/funding?externalId=${keyed}`, 'transactions', 'completed'),
    ];
    const orderId = await this.ended(`/v1/orders?externalId=${order}`, 'orders', 'filled');
    const { journals, orders } = await ledgerOf(this.service);
    for (const id of ids)
      expect(journals.filter(({ idempotencyKey }) => idempotencyKey === id)).toHaveLength(1);
    expect(orders.filter(({ clientOrderId }) => clientOrderId === orderId)).toHaveLength(1);
    const known = await this.client.get(`/v1/user?externalId=${deposit}`);
    expect(known.body).toMatchObject({ email: this.email });
  }

  private async ended(path: string, list: string, status: string): Promise<string> {
    const first = (body: Json) => (body[list] as Json[])[0];
    const body = await this.client.until(path, (read) => first(read)?.['status'] === status);
    expect(first(body)).toMatchObject({ status });
    return String(first(body)?.['id']);
  }
}

/** Returns the response. Only long runs check its time, since a busy machine adds to it. */
export const inTime = async (asked: Promise<Answer>): Promise<Answer> => {
  const begunMs = performance.now();
  const answer = await asked;
  if (LONG) expect(performance.now() - begunMs).toBeLessThan(ANSWER_MAX_MS);
  return answer;
};

/** Asserts a problem document with `Retry-After`. */
export const expectUnavailable = ({ status, headers, body }: Answer): void => {
  expect(body).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
  expect(status).toBe(503);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
};

/** Returns the ids of all processes, which are equal before and after a test without a restart. */
export const pidsOf = (service: Service): number[] => APPS.map((app) => service.pid(app));
