import { beforeEach, describe, expect, it } from '@jest/globals';
import { billionths, cents } from '#kernel/money.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { problemOf } from '#http/problem-of.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { DyingLog } from '../../../../test/support/dying-log.js';
import { orderIdOf } from '../order/order.state.js';
import { PlaceOrder, PlaceOrderHandler } from './place-order.handler.js';

let log: DyingLog;
let fixture: ConsoleSession;
let handler: PlaceOrderHandler;
let userId: string;

beforeEach(async () => {
  log = new DyingLog(new InMemoryEventLog());
  fixture = new ConsoleSession(log);
  const { store, directory, rows } = fixture;
  handler = new PlaceOrderHandler(store, directory, rows, new IdempotencyKeys(store));
  userId = await fixture.user();
});

const place = (key: string | null = null, amount = 10_00, of = userId) => {
  const keyed = key === null ? null : { idempotencyRecordId: key, bodyHash: String(amount) };
  const amounts = { quantityBillionths: billionths(0), amountCents: cents(amount) };
  const wanted = { userId: of, externalId: 'a', symbol: 'AAPL', side: 'buy' as const, ...amounts };
  return handler.execute(new PlaceOrder(fixture.caller, keyed, wanted));
};
const id = () => orderIdOf(fixture.partnerId, 'a');
const types = async () => (await log.read(`order-${id()}`)).map(({ type }) => type);

describe('a request for an order', () => {
  it('creates the order', async () =>
    expect(await place()).toMatchObject({ status: 201, body: { id: id(), status: 'pending' } }));
  it('returns the same order for a repeat', async () => {
    const { body } = await place();
    expect(await place()).toMatchObject({ status: 200, body });
    expect(await types()).toEqual(['OrderRequested']);
  });
  it('creates one order for fifty requests at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => place()));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await types()).toEqual(['OrderRequested']);
  });
  it('rejects the externalId of another order', async () => {
    await place();
    await expect(place(null, 11_00)).rejects.toMatchObject({ code: 'external_id_already_exists' });
  });
  it('is rejected before the account is active', async () => {
    const waiting = await fixture.user('a-2', 'SUBMITTED');
    await expect(place(null, 10_00, waiting)).rejects.toMatchObject({
      code: 'broker_account_not_active',
    });
  });
});

describe.each([
  ['no key', null, 1, 'before', []],
  ['no key', null, 1, 'after', ['OrderRequested']],
  ['a key', 'k-1', 1, 'before', []],
  ['a key', 'k-1', 1, 'after', []],
  ['a key', 'k-1', 2, 'before', []],
  ['a key', 'k-1', 2, 'after', ['OrderRequested']],
] as const)('a 503 under %s', (_, key, nth, moment, stored) => {
  it(`${moment} append ${nth} leaves a complete order or none, and a repeat completes it`, async () => {
    log.dieAt(nth, moment, new EventLogUnavailable('no response'));
    const error: unknown = await place(key).catch((thrown: unknown) => thrown);
    expect(problemOf(error).status).toBe(503);
    expect(await types()).toEqual(stored);
    const { body } = await place(key);
    expect(body).toMatchObject({ id: id(), status: 'pending' });
    expect((await place(key)).body).toEqual(body);
    expect((await place()).body).toEqual(body);
    expect(await types()).toEqual(['OrderRequested']);
  });
});
