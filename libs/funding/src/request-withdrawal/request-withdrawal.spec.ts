import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PartnerEvent } from '#auth/partner/partner.events.js';
import { cents } from '#kernel/money.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { problemOf } from '#http/problem-of.js';
import { boundTo, twoFactors } from '#two-factor/two-factor/two-factor.state.js';
import type { UserEvent } from '#users/user/user.events.js';
import { users } from '#users/user/user.state.js';
import { codeOf, wrongCodes } from '../../../../test/support/totp.js';
import { DyingLog } from '../../../../test/support/dying-log.js';
import { recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { DepositFixture, cipher, noon } from '../request-deposit/request-deposit.examples.js';
import {
  heldCents,
  withdrawalReservations,
} from '../withdrawal-reservations/withdrawal-reservations.state.js';

let at: DepositFixture;

const setCash = (transferable: number, ...blocks: string[]) => {
  at.cash = () => Promise.resolve({ transferable: cents(transferable), blocks });
};
const makeUnavailable = () => {
  at.cash = () => Promise.reject(new OutcomeUnknown('no response'));
};

beforeEach(async () => {
  jest.useFakeTimers({ now: noon, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  at = await DepositFixture.open('WITHDRAWAL');
});

afterEach(() => {
  jest.useRealTimers();
});

type Settings = Partial<Extract<PartnerEvent, { type: 'PartnerConfigured' }>['data']>;
const terms = (settings: Settings) => () => at.session.configure(settings);
const decided =
  (type: UserEvent['type'], more: object = {}) =>
  async () => {
    const { userId, session } = at;
    const about = { userId, partnerId: session.partnerId, at: noon.toISOString(), reason: 'test' };
    const event = { type, data: { ...about, from: 'active', ...more } } as UserEvent;
    await session.store.transact(users, userId, () => [event], session.cause);
  };
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const STEP = noon.getTime() / 30_000;
const twoFactor = async () => {
  const { userId, session } = at;
  const sealedSecret = cipher.seal(SECRET, boundTo(userId));
  const data = { userId, partnerId: session.partnerId, sealedSecret, at: noon.toISOString() };
  const issued = { type: 'TwoFactorSecretIssued', data } as const;
  await session.store.transact(twoFactors, userId, () => [issued], session.cause);
};
const enabled = { withdrawals: 'enabled' } as const;
const required = { withdrawalTwoFactor: 'required' } as const;

/** Each check in order, with the way to fail it. */
const CHECKS: readonly (readonly [string, () => unknown, string])[] = [
  ['withdrawals are disabled', terms({ withdrawals: 'disabled' }), 'direction_not_supported'],
  ['the user is suspended', decided('UserSuspended'), 'user_not_active'],
  ['a code is required', terms(required), 'two_factor_not_enabled'],
  ['the account is not active', () => undefined, 'broker_account_not_active'],
  ['the limit is lower', terms({ withdrawalLimitCents: cents(1) }), 'limit_exceeded'],
  ['the broker is unavailable', makeUnavailable, 'provider_unavailable'],
];
const LAST_OF_AN_INACTIVE_ACCOUNT = 3;

describe('the checks of a withdrawal', () => {
  it.each(CHECKS.map(([name], i) => [name, i] as const))(
    'report the first failure of this and all later checks: %s',
    async (_, first) => {
      if (first <= LAST_OF_AN_INACTIVE_ACCOUNT)
        Object.assign(at, { userId: await at.session.user('a-2', 'SUBMITTED') });
      for (const [, fail] of CHECKS.slice(first)) await fail();
      await expect(at.ask(10_00, 'a')).rejects.toMatchObject({ code: CHECKS[first]?.[2] });
      expect(await at.held()).toBe(0n);
      expect(await at.session.store.load(deposits, at.idOf('a'))).toEqual({ status: 'absent' });
    },
  );

  it('begin with the user', async () => {
    await terms({ withdrawals: 'disabled' })();
    const of = '00000000-0000-4000-8000-000000000000';
    await expect(at.ask(10_00, 'a', { of })).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('are not repeated for a known externalId', async () => {
    await at.ask(10_00, 'a');
    await terms({ withdrawals: 'disabled' })();
    makeUnavailable();
    expect(await at.ask(10_00, 'a')).toMatchObject({ created: false });
    await expect(at.ask(11_00, 'a')).rejects.toMatchObject({ code: 'external_id_already_exists' });
  });

  it('include an open watch-list hit, without naming it', async () => {
    await decided('UserWatchListHitReported', { messageId: 'm', kind: 'k', status: 'active' })();
    const error: unknown = await at.ask(10_00, 'a').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'user_not_active' });
    expect(String(error)).not.toMatch(/watch|hit|list/i);
    await decided('UserWatchListHitDismissed')();
    expect(await at.ask(10_00, 'a')).toMatchObject({ created: true });
  });

  it.each(['transfers_blocked', 'account_blocked'])(
    'include a block that only the broker knows: %s',
    async (block) => {
      setCash(100_00, block);
      const restricted = { code: 'broker_account_restricted' };
      await expect(at.ask(10_00, 'a')).rejects.toMatchObject(restricted);
    },
  );

  it('ignore other blocks', async () => {
    setCash(100_00, 'trading_blocked', 'trade_suspended_by_user');
    expect(await at.ask(10_00, 'a')).toMatchObject({ created: true });
  });

  it('name the amount that is left', async () => {
    setCash(25_00);
    await at.ask(20_00, 'a');
    const error: unknown = await at.ask(5_01, 'b').catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({
      status: 422,
      code: 'insufficient_withdrawable_cash',
      errors: [{ pointer: '/amount', detail: expect.stringContaining('at most 5.00') }],
    });
    expect(await at.ask(5_00, 'c')).toMatchObject({ created: true });
  });

  it('accept the same request after the broker was unavailable', async () => {
    makeUnavailable();
    const error: unknown = await at.ask(10_00, 'a').catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({ status: 503, retryAfterS: expect.any(Number) });
    setCash(100_00);
    expect(await at.ask(10_00, 'a')).toMatchObject({ created: true });
  });
});

describe('the cash of a user', () => {
  it('is never exceeded by fifty withdrawals at once, of two processes', async () => {
    setCash(25_00);
    const other = at.handlerOn(new DyingLog(at.log));
    const requests = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0 ? at.ask(1_00, `x-${i}`) : other.execute(at.request(1_00, `x-${i}`)),
    );
    const settled = await Promise.allSettled(requests);
    const made = settled.filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(25);
    for (const each of settled)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'insufficient_withdrawable_cash' });
    expect(await at.held()).toBe(25_00n);
  });

  it('is read again after a lost race', async () => {
    const elsewhere = at.handlerOn(new DyingLog(at.log));
    const balances = [30_00, 30_00, 10_00];
    let requests = 0;
    at.cash = async () => {
      requests += 1;
      if (requests === 1) await elsewhere.execute(at.request(20_00, 'b'));
      return { transferable: cents(balances[requests - 1] ?? 0), blocks: [] };
    };
    const short = { code: 'insufficient_withdrawable_cash' };
    await expect(at.ask(20_00, 'a')).rejects.toMatchObject(short);
    expect(requests).toBe(3);
    expect(await at.held()).toBe(20_00n);
  });

  const records = (externalId: string, status: string, amount: number) => {
    const journal = { id: 'j-1', status, amount: cents(amount) };
    const decision = recordJournal({ kind: 'journal', journal }, noon);
    return at.session.store.transact(deposits, at.idOf(externalId), decision, at.session.cause);
  };
  it('is free again as soon as a withdrawal ends, also before its job has run', async () => {
    setCash(60_00);
    await at.ask(60_00, 'a');
    await records('a', 'executed', 60_00);
    setCash(40_00);
    expect(await at.ask(40_00, 'b')).toMatchObject({ created: true });
    expect(await at.held()).toBe(40_00n);
    await at.settle('a', '2026-03-16');
    expect(await at.reserved('2026-03-16')).toBe(100_00n);
  });
  it('stays reserved while the broker has not executed the withdrawal', async () => {
    setCash(60_00);
    await at.ask(60_00, 'a');
    await records('a', 'queued', 60_00);
    const short = { code: 'insufficient_withdrawable_cash' };
    await expect(at.ask(1, 'b')).rejects.toMatchObject(short);
  });
  it('is charged with the amount, and the fee is within it', async () => {
    await terms({ withdrawalFee: { flatCents: cents(1_00), basisPoints: 100 } })();
    setCash(50_00);
    const { document } = await at.ask(50_00, 'a');
    expect(document).toMatchObject({
      direction: 'WITHDRAWAL',
      amountCents: 50_00n,
      feeCents: 150n,
    });
  });
});

describe('the one-time code', () => {
  const NOW = codeOf(SECRET, STEP);
  const [WRONG = ''] = wrongCodes(SECRET, STEP, 1);
  const invalid = { code: 'two_factor_code_invalid', refusal: 'unacceptable' };
  beforeEach(async () => {
    await twoFactor();
    await terms({ ...enabled, ...required })();
  });

  it('is required by the terms', async () =>
    expect(at.ask(10_00, 'a')).rejects.toMatchObject({ code: 'two_factor_code_required' }));
  it('counts once', async () => {
    expect(await at.ask(10_00, 'a', { code: NOW })).toMatchObject({ created: true });
    await expect(at.ask(10_00, 'b', { code: NOW })).rejects.toMatchObject(invalid);
    expect(await at.ask(10_00, 'a', { code: NOW })).toMatchObject({ created: false });
  });
  it('may be repeated by the same request after a failure, and by no other', async () => {
    makeUnavailable();
    const unavailable = { code: 'provider_unavailable' };
    await expect(at.ask(10_00, 'a', { code: NOW })).rejects.toMatchObject(unavailable);
    setCash(100_00);
    await expect(at.ask(10_00, 'b', { code: NOW })).rejects.toMatchObject(invalid);
    await expect(at.ask(11_00, 'a', { code: NOW })).rejects.toMatchObject(invalid);
    expect(await at.ask(10_00, 'a', { code: NOW })).toMatchObject({ created: true });
  });
  it('is accepted once by fifty requests at once', async () => {
    const requests = Array.from({ length: 5 }, (_, i) => at.ask(1_00, `x-${i}`, { code: NOW }));
    const made = (await Promise.allSettled(requests)).filter(
      ({ status }) => status === 'fulfilled',
    );
    expect(made).toHaveLength(1);
  });
  it('locks after five wrong ones', async () => {
    for (let i = 0; i < 5; i++)
      await expect(at.ask(10_00, 'a', { code: WRONG })).rejects.toMatchObject(invalid);
    const locked = { code: 'too_many_attempts' };
    await expect(at.ask(10_00, 'a', { code: NOW })).rejects.toMatchObject(locked);
  });
  it('is verified even if the terms do not require it', async () => {
    await terms({ withdrawalTwoFactor: 'optional' })();
    await expect(at.ask(10_00, 'a', { code: WRONG })).rejects.toMatchObject(invalid);
    expect(await at.ask(10_00, 'a')).toMatchObject({ created: true });
  });
});

it('a request of another user has its own cash', async () => {
  setCash(60_00);
  await at.ask(60_00, 'a');
  const of = await at.session.user();
  expect(await at.ask(60_00, 'b', { of })).toMatchObject({ created: true });
  const { store } = at.session;
  expect(heldCents(await store.load(withdrawalReservations, of))).toBe(60_00n);
});
