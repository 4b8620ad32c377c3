import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { DIRECTIONS } from '../deposit/amounts.js';
import { recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { DepositFixture, afterMidnight, beforeMidnight, noon } from './request-deposit.examples.js';

describe.each(DIRECTIONS)('%s', (direction) => {
  let at: DepositFixture;
  const fee = direction === 'DEPOSIT' ? 'fee' : 'withdrawalFee';

  const itIs = (now: Date) => jest.setSystemTime(now);

  beforeEach(async () => {
    jest.useFakeTimers({ now: noon, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
    at = await DepositFixture.open(direction);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  describe('a request', () => {
    it('creates the transaction', async () => {
      const { document, created } = await at.ask(10_00, 'a');
      expect(created).toBe(true);
      expect(document).toMatchObject({ id: at.idOf('a'), status: 'pending', amountCents: 1_000n });
    });
    it('returns the same transaction for a repeat', async () => {
      await at.ask(10_00, 'a');
      expect(await at.ask(10_00, 'a')).toMatchObject({
        document: { id: at.idOf('a') },
        created: false,
      });
      expect(await at.reserved('2026-03-16')).toBe(10_00n);
    });
    it('creates one transaction for fifty equal requests at once', async () => {
      const all = await Promise.all(Array.from({ length: 50 }, () => at.ask(10_00, 'a')));
      expect(all.filter(({ created }) => created)).toHaveLength(1);
      expect(await at.reserved('2026-03-16')).toBe(10_00n);
    });
    it('compares the gross amount with the limit', async () => {
      await at.session.configure({ [fee]: { flatCents: cents(1_00), basisPoints: 100 } });
      const { document } = await at.ask(50_00, 'a');
      expect(document).toMatchObject({ amountCents: 5_000n, feeCents: 150n });
      expect(await at.reserved('2026-03-16')).toBe(50_00n);
    });
    it.each([
      ['an amount above the transaction limit', 60_01, 'limit_exceeded'],
      ['an amount that does not exceed the fee', 1_00, 'amount_invalid'],
    ])('rejects %s', async (_, amount, code) => {
      await at.session.configure({ [fee]: { flatCents: cents(1_00), basisPoints: 0 } });
      await expect(at.ask(amount, 'a')).rejects.toMatchObject({ code, refusal: 'unacceptable' });
      expect(await at.reserved('2026-03-16')).toBe(0n);
    });
    it('is rejected before the account is active', async () => {
      const waiting = await at.session.user('a-2', 'SUBMITTED');
      await expect(at.ask(10_00, 'a', { of: waiting })).rejects.toMatchObject({
        code: 'broker_account_not_active',
      });
    });
  });

  describe('the daily limit', () => {
    it('holds for fifty requests at once', async () => {
      const requests = Array.from({ length: 50 }, (_, i) => at.ask(3_00, `x-${i}`));
      const settled = await Promise.allSettled(requests);
      const made = settled.filter(({ status }) => status === 'fulfilled');
      expect(made).toHaveLength(33);
      for (const each of settled)
        if (each.status === 'rejected')
          expect(each.reason).toMatchObject({ code: 'limit_exceeded', refusal: 'unacceptable' });
      expect(await at.reserved('2026-03-16')).toBe(99_00n);
    });
    it('applies per user', async () => {
      await at.ask(60_00, 'a');
      const other = await at.session.user();
      expect((await at.ask(60_00, 'b', { of: other })).created).toBe(true);
    });
    it('starts again at midnight UTC', async () => {
      itIs(beforeMidnight);
      await at.ask(60_00, 'a');
      await at.ask(40_00, 'b');
      await expect(at.ask(1_00, 'c')).rejects.toMatchObject({ code: 'limit_exceeded' });
      itIs(afterMidnight);
      expect((await at.ask(1_00, 'c')).created).toBe(true);
    });
    it('releases the amount of a failed transaction', async () => {
      await at.ask(60_00, 'a');
      await at.ask(40_00, 'b');
      const refused = recordJournal({ kind: 'refused', attempt: 0, reason: 'no' }, new Date());
      await at.session.store.transact(deposits, at.idOf('a'), refused, at.session.cause);
      await at.settle('a', '2026-03-16');
      await at.settle('b', '2026-03-16');
      await at.settle('a', '2026-03-16');
      expect(await at.reserved('2026-03-16')).toBe(40_00n);
    });
  });
});
