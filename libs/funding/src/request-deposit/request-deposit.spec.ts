import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { DepositDesk, afterMidnight, beforeMidnight, noon } from './request-deposit.examples.js';

let at: DepositDesk;

const itIs = (now: Date) => jest.setSystemTime(now);

beforeEach(async () => {
  jest.useFakeTimers({ now: noon, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  at = await DepositDesk.open();
});

afterEach(() => {
  jest.useRealTimers();
});

describe('asking for a deposit', () => {
  it('makes it', async () => {
    const { document, created } = await at.ask(10_00, 'a');
    expect(created).toBe(true);
    expect(document).toMatchObject({ id: at.idOf('a'), status: 'pending', amountCents: 1_000n });
  });
  it('answers a repeat with the same one', async () => {
    await at.ask(10_00, 'a');
    expect(await at.ask(10_00, 'a')).toMatchObject({
      document: { id: at.idOf('a') },
      created: false,
    });
    expect(await at.reserved('2026-03-16')).toBe(10_00n);
  });
  it('makes one of fifty equal requests at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => at.ask(10_00, 'a')));
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect(await at.reserved('2026-03-16')).toBe(10_00n);
  });
  it('charges the fee on top of nothing: the limit is of the amount', async () => {
    await at.desk.configure({ fee: { flatCents: cents(1_00), basisPoints: 100 } });
    const { document } = await at.ask(50_00, 'a');
    expect(document).toMatchObject({ amountCents: 5_000n, feeCents: 150n });
    expect(await at.reserved('2026-03-16')).toBe(50_00n);
  });
  it.each([
    ['more than one transaction may move', 60_01, 'limit_exceeded'],
    ['an amount that the fee eats up', 1_00, 'amount_invalid'],
  ])('refuses %s', async (_, amount, code) => {
    await at.desk.configure({ fee: { flatCents: cents(1_00), basisPoints: 0 } });
    await expect(at.ask(amount, 'a')).rejects.toMatchObject({ code, refusal: 'unacceptable' });
    expect(await at.reserved('2026-03-16')).toBe(0n);
  });
  it('waits for the account', async () => {
    const waiting = await at.desk.user('a-2', 'SUBMITTED');
    await expect(at.ask(10_00, 'a', waiting)).rejects.toMatchObject({
      code: 'broker_account_not_active',
    });
  });
});

describe('the daily limit', () => {
  it('holds for fifty deposits at once', async () => {
    const asked = Array.from({ length: 50 }, (_, i) => at.ask(3_00, `x-${i}`));
    const settled = await Promise.allSettled(asked);
    const made = settled.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(33);
    for (const each of settled)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'limit_exceeded', refusal: 'unacceptable' });
    expect(await at.reserved('2026-03-16')).toBe(99_00n);
  });
  it('is of one user', async () => {
    await at.ask(60_00, 'a');
    const other = await at.desk.user();
    expect((await at.ask(60_00, 'b', other)).created).toBe(true);
  });
  it('begins anew at midnight UTC', async () => {
    itIs(beforeMidnight);
    await at.ask(60_00, 'a');
    await at.ask(40_00, 'b');
    await expect(at.ask(1_00, 'c')).rejects.toMatchObject({ code: 'limit_exceeded' });
    itIs(afterMidnight);
    expect((await at.ask(1_00, 'c')).created).toBe(true);
  });
  it('has room again for what failed, and for that only', async () => {
    await at.ask(60_00, 'a');
    await at.ask(40_00, 'b');
    const refused = recordJournal({ kind: 'refused', attempt: 0, reason: 'no' }, new Date());
    await at.desk.store.transact(deposits, at.idOf('a'), refused, at.desk.cause);
    await at.settle('a', '2026-03-16');
    await at.settle('b', '2026-03-16');
    await at.settle('a', '2026-03-16');
    expect(await at.reserved('2026-03-16')).toBe(40_00n);
  });
});
