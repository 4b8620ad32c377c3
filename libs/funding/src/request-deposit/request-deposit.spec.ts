import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { deterministicId } from '#platform/core/ids.js';
import { cents } from '#platform/core/money.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import { Desk } from '../../../../test/support/desk.js';
import { Died, DyingLog } from '../../../../test/support/dying-log.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import { recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { SettleReservationProcessor } from '../settle-reservation/settle-reservation.processor.js';
import { RequestDeposit } from './request-deposit.command.js';
import { RequestDepositHandler } from './request-deposit.handler.js';

const noon = new Date('2026-03-16T12:00:00.000Z');
const beforeMidnight = new Date('2026-03-16T23:59:59.900Z');
const afterMidnight = new Date('2026-03-17T00:00:00.100Z');

let log: DyingLog;
let desk: Desk;
let handler: RequestDepositHandler;
let userId: string;

const itIs = (now: Date) => jest.setSystemTime(now);
const ask = async (amount: number, externalId: string, of = userId) => {
  const command = new RequestDeposit(desk.caller, null, of, cents(amount), externalId);
  const { status, body } = await handler.execute(command);
  return { document: body, created: status === 201 };
};
const handlerOn = (store: EventStore) =>
  new RequestDepositHandler(store, desk.directory, desk.documents, new IdempotencyKeys(store));
const idOf = (externalId: string) => deterministicId('deposit', desk.partnerId, externalId);
const reserved = async (day: string) =>
  (await desk.store.load(dailyFunding, dailyFundingId(userId, day))).reservedCents;
const settle = (externalId: string, day: string, of = userId) => {
  const id = `${idOf(externalId)}.${day}.${of}`;
  const data = { id, correlationId: 'due', causationId: 'due' };
  return new SettleReservationProcessor(desk.store).process(data);
};

beforeEach(async () => {
  jest.useFakeTimers({ now: noon, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  log = new DyingLog(new InMemoryEventLog());
  desk = new Desk(log);
  await desk.configure({ dailyLimitCents: cents(100_00), transactionLimitCents: cents(60_00) });
  handler = handlerOn(desk.store);
  userId = await desk.user();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('asking for a deposit', () => {
  it('makes it', async () => {
    const { document, created } = await ask(10_00, 'a');
    expect(created).toBe(true);
    expect(document).toMatchObject({ id: idOf('a'), status: 'pending', amountCents: '1000' });
  });
  it('answers a repeat with the same one', async () => {
    await ask(10_00, 'a');
    expect(await ask(10_00, 'a')).toMatchObject({ document: { id: idOf('a') }, created: false });
    expect(await reserved('2026-03-16')).toBe(10_00n);
  });
  it('makes one of fifty equal requests at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => ask(10_00, 'a')));
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect(await reserved('2026-03-16')).toBe(10_00n);
  });
  it('charges the fee on top of nothing: the limit is of the amount', async () => {
    await desk.configure({ fee: { flatCents: cents(1_00), basisPoints: 100 } });
    const { document } = await ask(50_00, 'a');
    expect(document).toMatchObject({ amountCents: '5000', feeCents: '150' });
    expect(await reserved('2026-03-16')).toBe(50_00n);
  });
  it.each([
    ['more than one transaction may move', 60_01, 'limit_exceeded'],
    ['an amount that the fee eats up', 1_00, 'amount_invalid'],
  ])('refuses %s', async (_, amount, code) => {
    await desk.configure({ fee: { flatCents: cents(1_00), basisPoints: 0 } });
    await expect(ask(amount, 'a')).rejects.toMatchObject({ code, refusal: 'unacceptable' });
    expect(await reserved('2026-03-16')).toBe(0n);
  });
  it('waits for the account', async () => {
    const waiting = await desk.user('a-2', 'SUBMITTED');
    await expect(ask(10_00, 'a', waiting)).rejects.toMatchObject({
      code: 'broker_account_not_active',
    });
  });
});

describe('the daily limit', () => {
  it('holds for fifty deposits at once', async () => {
    const asked = Array.from({ length: 50 }, (_, i) => ask(3_00, `x-${i}`));
    const settled = await Promise.allSettled(asked);
    const made = settled.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(33);
    for (const each of settled)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'limit_exceeded', refusal: 'unacceptable' });
    expect(await reserved('2026-03-16')).toBe(99_00n);
  });
  it('is of one user', async () => {
    await ask(60_00, 'a');
    const other = await desk.user();
    expect((await ask(60_00, 'b', other)).created).toBe(true);
  });
  it('begins anew at midnight UTC', async () => {
    itIs(beforeMidnight);
    await ask(60_00, 'a');
    await ask(40_00, 'b');
    await expect(ask(1_00, 'c')).rejects.toMatchObject({ code: 'limit_exceeded' });
    itIs(afterMidnight);
    expect((await ask(1_00, 'c')).created).toBe(true);
  });
  it('has room again for what failed, and for that only', async () => {
    await ask(60_00, 'a');
    await ask(40_00, 'b');
    const refused = recordJournal({ kind: 'refused', reason: 'no' }, new Date());
    await desk.store.transact(deposits, idOf('a'), refused, desk.cause);
    await settle('a', '2026-03-16');
    await settle('b', '2026-03-16');
    await settle('a', '2026-03-16');
    expect(await reserved('2026-03-16')).toBe(40_00n);
  });
});

describe('a requester that dies between reservation and deposit', () => {
  const dieInBetween = async (externalId = 'a', amount = 60_00) => {
    log.dieAt(1, 'after');
    await expect(ask(amount, externalId)).rejects.toThrow(Died);
    expect((await desk.store.load(deposits, idOf(externalId))).status).toBe('absent');
  };

  it('leaves no hole in the limit: the deposit comes to exist without it', async () => {
    await dieInBetween();
    await settle('a', '2026-03-16');
    const deposit = await desk.store.load(deposits, idOf('a'));
    expect(deposit).toMatchObject({ status: 'pending', amountCents: 60_00n, userId });
    const [made] = await log.read(`deposit-${idOf('a')}`);
    expect(made?.metadata.correlationId).toBe('request-1');
    await settle('a', '2026-03-16');
    expect(await reserved('2026-03-16')).toBe(60_00n);
  });
  it('is made up for by the repeat of its request', async () => {
    await dieInBetween();
    await ask(60_00, 'a');
    await settle('a', '2026-03-16');
    expect(await reserved('2026-03-16')).toBe(60_00n);
    expect(await log.read(`deposit-${idOf('a')}`)).toHaveLength(1);
  });
  it('keeps its externalId for what it asked for', async () => {
    await dieInBetween();
    await expect(ask(59_00, 'a')).rejects.toMatchObject({ code: 'external_id_already_exists' });
  });
  it('counts on one day when the repeat comes after midnight', async () => {
    itIs(beforeMidnight);
    await dieInBetween();
    itIs(afterMidnight);
    expect((await ask(60_00, 'a')).created).toBe(true);
    await settle('a', '2026-03-16');
    await settle('a', '2026-03-17');
    expect([await reserved('2026-03-16'), await reserved('2026-03-17')]).toEqual([0n, 60_00n]);
  });
  it('counts on the day before when its job was faster than the repeat', async () => {
    itIs(beforeMidnight);
    await dieInBetween();
    itIs(afterMidnight);
    const slow = new DyingLog(log);
    slow.dieAt(1, 'after');
    const store = new Desk(slow).store;
    const late = handlerOn(store);
    const command = new RequestDeposit(desk.caller, null, userId, cents(60_00), 'a');
    await expect(late.execute(command)).rejects.toThrow(Died);
    await settle('a', '2026-03-16');
    expect((await ask(60_00, 'a')).created).toBe(false);
    await settle('a', '2026-03-17');
    expect([await reserved('2026-03-16'), await reserved('2026-03-17')]).toEqual([60_00n, 0n]);
  });
  it('gives back what another user took under the same externalId', async () => {
    await dieInBetween();
    const other = await desk.user();
    await ask(5_00, 'a', other);
    await settle('a', '2026-03-16');
    expect(await reserved('2026-03-16')).toBe(0n);
    expect(await desk.store.load(deposits, idOf('a'))).toMatchObject({ userId: other });
  });
});
