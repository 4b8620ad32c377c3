import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledgerOf } from '../../support/ledger.js';
import { LONG, longIt } from '../../support/long.js';
import { opsHere } from '../../support/ops-here.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

const PER_SECOND = 20;
const ORDERS = 60;
const DEPOSITS = 40;
/** Without pacing the broker throttles nearly every send once, and many twice. */
const EXCEEDED_MAX = 50;

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  await deposited('20000.00').then(completed);
});
afterEach(async () => {
  await limit(null);
  await service.noFaults();
});
afterAll(() => service.stop());

const limit = (perSecond: number | null) => service.control('POST', '/rate-limit', { perSecond });
const exceeded = async () => Number((await service.control('GET', '/rate-limit')).body['exceeded']);

const idOf = ({ status, body }: { readonly status: number; readonly body: Json }): string => {
  expect(status).toBe(201);
  return String(body['id']);
};
const deposited = async (amount: string) =>
  idOf(
    await client.post('/v1/funding', {
      ...{ userId, direction: 'DEPOSIT', amount, externalId: randomUUID() },
    }),
  );
const ordered = async () =>
  idOf(
    await client.post('/v1/orders', {
      ...{ userId, symbol: 'AAPL', qty: 0, amount: 10, side: 'buy', externalId: randomUUID() },
    }),
  );
const completed = (id: string) =>
  client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
const filled = (id: string) =>
  client.until(`/v1/orders/${id}`, ({ status }) => status === 'filled');

const many = (count: number, make: () => Promise<string>) =>
  Promise.all(Array.from({ length: count }, make));

const eventsOf = async (stream: string): Promise<Json[]> =>
  JSON.parse((await opsHere(service, 'events', '--stream', stream, '--json')).stdout) as Json[];

const tookMs = async (stream: string, last: string): Promise<number> => {
  const atOf = (event: Json | undefined) => Date.parse(String((event!['data'] as Json)['at']));
  const events = await eventsOf(stream);
  return atOf(events.find(({ type }) => type === last)) - atOf(events[0]);
};

describe('a broker that takes 20 requests a second', () => {
  it('gets 60 concurrent orders and 40 deposits almost without throttling', async () => {
    await limit(PER_SECOND);
    const sinceMs = performance.now();
    const [orders, deposits] = await Promise.all([
      many(ORDERS, ordered),
      many(DEPOSITS, () => deposited('1.00')),
    ]);
    await Promise.all([...orders.map(filled), ...deposits.map(completed)]);
    const seconds = ((performance.now() - sinceMs) / 1_000).toFixed(1);
    const refused = await exceeded();
    console.info(`${ORDERS} orders, ${DEPOSITS} deposits: ${seconds} s, ${refused} times too many`);
    expect(refused).toBeLessThan(EXCEEDED_MAX);
    const ledger = await ledgerOf(service);
    for (const id of orders)
      expect(ledger.orders.filter(({ clientOrderId }) => clientOrderId === id)).toHaveLength(1);
    for (const id of deposits)
      expect(ledger.journals.filter(({ idempotencyKey }) => idempotencyKey === id)).toHaveLength(1);
    expect((await service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
  });
});

const MARKET_EVENTS = ['EVENT trades', 'EVENT journals', 'EVENT accounts'];
/** Disables the other sources, so that only a lookup finds the outcome of a lost response. */
const loseEvents = async () => {
  for (const match of MARKET_EVENTS) await service.fault('broker', match, 'drop', 1_000);
};

const order = {
  send: 'POST /v1/trading',
  make: ordered,
  ended: filled,
  stream: 'order',
  name: 'Order',
  end: 'OrderFilled',
};
const LOST_RESPONSES = ['execute-then-status:500', ...(LONG ? ['execute-then-reset'] : [])];
const deposit = {
  send: 'POST /v1/journals',
  make: () => deposited('1.00'),
  ended: completed,
  stream: 'deposit',
  name: 'Deposit',
  end: 'DepositCompleted',
};

describe.each([order, deposit])('a send of an $stream', ({ send, make, ended, ...about }) => {
  const { stream, name } = about;
  const sentOf = async (id: string) => {
    const events = await eventsOf(`${stream}-${id}`);
    const outcomes = ['Started', 'Throttled'].map((each) => `${name}${each}`);
    return events.map(({ type }) => type).filter((type) => outcomes.includes(String(type)));
  };

  it('is executed once without faults', async () => {
    const id = await make();
    await ended(id);
    console.info(
      `${stream}, at rest: ended after ${await tookMs(`${stream}-${id}`, about.end)} ms`,
    );
    expect(await sentOf(id)).toEqual([`${name}Started`]);
  });

  it('that the broker throttled is repeated without a lookup', async () => {
    await service.fault('broker', send, 'status:429');
    const id = await make();
    await ended(id);
    console.info(
      `${stream}, 429 once: ended after ${await tookMs(`${stream}-${id}`, about.end)} ms`,
    );
    expect(await sentOf(id)).toEqual([`${name}Started`, `${name}Throttled`, `${name}Started`]);
    expect((await service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
  });

  it.each(LOST_RESPONSES)(
    'that was executed and answered with %s is found and not repeated',
    async (mode) => {
      await loseEvents();
      await service.fault('broker', send, mode);
      const id = await make();
      await ended(id);
      const took = await tookMs(`${stream}-${id}`, about.end);
      console.info(`${stream}, ${mode}: ended after ${took} ms`);
      expect(await sentOf(id)).toEqual([`${name}Started`]);
      expect((await service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
    },
  );

  longIt('that never arrived is repeated once this is certain', async () => {
    await service.fault('broker', send, 'status:500');
    const id = await make();
    await ended(id);
    const took = await tookMs(`${stream}-${id}`, about.end);
    console.info(`${stream}, 500 and not executed: ended after ${took} ms`);
    expect(await sentOf(id)).toEqual([`${name}Started`, `${name}Started`]);
  });
});

describe('an account', () => {
  it.each(['status:429', ...(LONG ? ['execute-then-status:500'] : [])])(
    'is opened once when the broker answers %s',
    async (mode) => {
      await service.fault('broker', 'POST /v1/accounts', mode);
      const user = await onboardedUser(service, client);
      const { accounts } = await ledgerOf(service);
      expect(accounts.filter(({ externalId }) => externalId === user)).toHaveLength(1);
      const started = (await eventsOf(`profile-${user}`)).filter(
        ({ type }) => type === 'BrokerAccountStarted',
      );
      expect(started).toHaveLength(mode === 'status:429' ? 2 : 1);
    },
  );
});
