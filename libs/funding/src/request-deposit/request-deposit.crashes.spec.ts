import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { problemOf } from '#http/problem-of.js';
import type { UserEvent } from '#users/user/user.events.js';
import { users } from '#users/user/user.state.js';
import { Died, DyingLog } from '../../../../test/support/dying-log.js';
import { DIRECTIONS } from '../deposit/amounts.js';
import { deposits } from '../deposit/deposit.state.js';
import {
  DepositFixture,
  TODAY,
  TOMORROW,
  afterMidnight,
  beforeMidnight,
  noon,
} from './request-deposit.examples.js';

describe.each(DIRECTIONS)('%s', (direction) => {
  const AMOUNT = 60_00;
  const dear = { flatCents: cents(AMOUNT), basisPoints: 0 };

  let at: DepositFixture;

  const itIs = (now: Date) => jest.setSystemTime(now);
  const deposit = () => at.session.store.load(deposits, at.idOf('a'));
  const depositEvents = () => at.log.read(`deposit-${at.idOf('a')}`);

  beforeEach(async () => {
    jest.useFakeTimers({ now: noon, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
    at = await DepositFixture.open(direction);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const dieInBetween = async () => {
    at.log.dieAt(1, 'after');
    await expect(at.ask(AMOUNT, 'a')).rejects.toThrow(Died);
    expect((await deposit()).status).toBe('absent');
  };

  /** Appends of a request, in order. */
  const APPENDS = {
    'no key': ['reservation', 'deposit'],
    'a key': ['claim', 'reservation', 'deposit'],
  } as const;
  type Keyed = keyof typeof APPENDS;

  const CUTS = (['no key', 'a key'] as const).flatMap((keyed) =>
    APPENDS[keyed].flatMap((append, i) =>
      (['before', 'after'] as const).map((moment) => ({ keyed, append, nth: i + 1, moment })),
    ),
  );
  const isAccepted = ({ append, moment }: (typeof CUTS)[number]) =>
    append === 'deposit' || (append === 'reservation' && moment === 'after');

  describe.each(CUTS)('a 503 $moment the append of the $append, under $keyed', (cut) => {
    const ask = (keyed: Keyed = cut.keyed) =>
      at.ask(AMOUNT, 'a', { key: keyed === 'a key' ? 'k-1' : null });

    beforeEach(async () => {
      at.log.dieAt(cut.nth, cut.moment, new EventLogUnavailable('no answer'));
      const error: unknown = await ask().catch((thrown: unknown) => thrown);
      expect(problemOf(error)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    });

    const isOne = async () => {
      await at.settle('a', TODAY);
      expect((await depositEvents()).map(({ type }) => type)).toEqual(['DepositRequested']);
      expect(await at.reserved(TODAY)).toBe(BigInt(AMOUNT));
    };

    it.each(['no key', 'a key'] as const)(
      'is one transaction when repeated under %s',
      async (keyed) => {
        const { document } = await ask(keyed);
        expect(document).toMatchObject({
          id: at.idOf('a'),
          status: 'pending',
          amountCents: 6_000n,
        });
        expect((await ask(keyed)).document).toEqual(document);
        await isOne();
      },
    );
    it('is one transaction if the job is faster than the repeat', async () => {
      await at.settle('a', TODAY);
      const { document } = await ask();
      expect(document).toMatchObject({ id: at.idOf('a'), status: 'pending' });
      await isOne();
    });
    it('is a complete transaction or none if it is never repeated', async () => {
      await at.settle('a', TODAY);
      if (isAccepted(cut)) await isOne();
      else expect([await depositEvents(), await at.reserved(TODAY)]).toEqual([[], 0n]);
    });
  });

  describe('an API that dies between reservation and transaction', () => {
    it('does not lose the reserved amount: the job creates the transaction', async () => {
      await dieInBetween();
      await at.settle('a', TODAY);
      const { userId } = at;
      expect(await deposit()).toMatchObject({ status: 'pending', amountCents: 60_00n, userId });
      const [made] = await depositEvents();
      expect(made?.metadata).toMatchObject({ correlationId: 'request-1', causationId: 'due' });
      await at.settle('a', TODAY);
      expect(await at.reserved(TODAY)).toBe(60_00n);
    });
    it('keeps its externalId for the same request', async () => {
      await dieInBetween();
      await expect(at.ask(59_00, 'a')).rejects.toMatchObject({
        code: 'external_id_already_exists',
      });
    });
    it('counts on one day if the repeat comes after midnight', async () => {
      itIs(beforeMidnight);
      await dieInBetween();
      itIs(afterMidnight);
      // A withdrawal finds its reservation on every day.
      expect((await at.ask(AMOUNT, 'a')).created).toBe(direction === 'DEPOSIT');
      await at.settle('a', TODAY);
      await at.settle('a', TOMORROW);
      const expected = direction === 'DEPOSIT' ? [0n, 60_00n] : [60_00n, 0n];
      expect([await at.reserved(TODAY), await at.reserved(TOMORROW)]).toEqual(expected);
    });
    it('counts on the day before if its job was faster than the repeat', async () => {
      itIs(beforeMidnight);
      await dieInBetween();
      itIs(afterMidnight);
      const slow = new DyingLog(at.log);
      slow.dieAt(1, 'after');
      await expect(at.handlerOn(slow).execute(at.request(AMOUNT, 'a'))).rejects.toThrow(Died);
      await at.settle('a', TODAY);
      expect((await at.ask(AMOUNT, 'a')).created).toBe(false);
      await at.settle('a', TOMORROW);
      expect([await at.reserved(TODAY), await at.reserved(TOMORROW)]).toEqual([60_00n, 0n]);
    });
    it('releases the reservation of another user under the same externalId', async () => {
      await dieInBetween();
      const other = await at.session.user();
      await at.ask(5_00, 'a', { of: other });
      await at.settle('a', TODAY);
      expect(await at.reserved(TODAY)).toBe(0n);
      expect(await deposit()).toMatchObject({ userId: other });
    });
  });

  describe('a repeat is accepted because of its reservation, although meanwhile', () => {
    const suspend = () => {
      const { userId, session } = at;
      const about = { userId, partnerId: session.partnerId, at: noon.toISOString() };
      const data = { ...about, reason: 'test', from: 'active' } as const;
      const event: UserEvent = { type: 'UserSuspended', data };
      return session.store.transact(users, userId, () => [event], session.cause);
    };

    it.each([
      ['the user was suspended', suspend],
      [
        'the transaction limit was lowered',
        () =>
          at.session.configure({ transactionLimitCents: cents(1), withdrawalLimitCents: cents(1) }),
      ],
      [
        'the fee was raised above it',
        () => at.session.configure({ fee: dear, withdrawalFee: dear }),
      ],
    ])('%s', async (_, change) => {
      await dieInBetween();
      await change();
      const { document } = await at.ask(AMOUNT, 'a');
      expect(document).toMatchObject({ id: at.idOf('a'), status: 'pending', feeCents: 0n });
      await expect(at.ask(AMOUNT, 'b')).rejects.toMatchObject({ refusal: expect.any(String) });
    });
    it('midnight passed, and the new day is used up', async () => {
      itIs(beforeMidnight);
      await dieInBetween();
      itIs(afterMidnight);
      await at.ask(AMOUNT, 'b');
      await at.ask(40_00, 'c');
      expect((await at.ask(AMOUNT, 'a')).document).toMatchObject({ status: 'pending' });
      await at.settle('a', TODAY);
      expect([await at.reserved(TODAY), await at.reserved(TOMORROW)]).toEqual([60_00n, 100_00n]);
    });
    it('a different request is rejected', async () => {
      await dieInBetween();
      await suspend();
      await expect(at.ask(59_00, 'a')).rejects.toMatchObject({
        code: direction === 'DEPOSIT' ? 'user_not_active' : 'external_id_already_exists',
      });
    });
  });
});
