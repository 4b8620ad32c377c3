import { describe, expect, it } from '@jest/globals';
import type { TraderProfile } from '#onboarding/trader-profile/trader-profile.state.js';
import { type ErasureFacts, obstaclesOf, refusalOf } from './refusals.js';

const closedAt = '2020-06-01T00:00:00.000Z';
const account = (status: string) =>
  ({ account: { kind: 'opened', status, saidAt: closedAt } }) as unknown as TraderProfile;
const of = (kind: string) => ({ account: { kind } }) as unknown as TraderProfile;
const never: ErasureFacts = {
  ...{ isHeld: false, profile: null, openDeposits: [], openOrders: [] },
};
const closed = { ...never, profile: account('ACCOUNT_CLOSED') };
const before = new Date('2026-05-31T23:59:59.999Z');
const after = new Date('2026-06-01T00:00:00.000Z');

describe('an erasure', () => {
  it.each<[string, ErasureFacts, Date]>([
    ['who never had an account', never, before],
    ['whose account the broker refused', { ...never, profile: of('refused') }, before],
    ['whose records have been kept for six years', closed, after],
  ])('is possible for a user %s', (_, facts, now) => expect(refusalOf(facts, 6, now)).toBeNull());

  it.each<[string, ErasureFacts, string, Date]>([
    ['a legal hold exists', { ...never, isHeld: true }, 'legal_hold', after],
    ['a deposit has not ended', { ...closed, openDeposits: ['d-1'] }, 'money_open', after],
    ['an order has not ended', { ...closed, openOrders: ['o-1'] }, 'money_open', after],
    ['an account is open', { ...never, profile: account('ACTIVE') }, 'account_open', after],
    ['an account is being opened', { ...never, profile: of('requested') }, 'account_open', after],
    ['records must be kept', closed, 'records_kept', before],
  ])('is refused while %s', (_, facts, code, now) =>
    expect(refusalOf(facts, 6, now)).toMatchObject({ code }),
  );
  it('names the day until which the records must be kept', () =>
    expect(refusalOf(closed, 6, before)?.message).toMatch(/until 2026-06-01$/));

  it('is rejected with the deposits and orders that have not ended', () =>
    expect(obstaclesOf({ ...never, openDeposits: ['d-1'], openOrders: ['o-1'] }, 6, after)).toEqual(
      [
        {
          ...{ code: 'money_open', deposits: ['d-1'], orders: ['o-1'] },
          detail: '1 deposits and 1 orders of this user have not ended',
        },
      ],
    ));

  it('lists all obstacles at once', () => {
    const all = { ...never, isHeld: true, openDeposits: ['d-1', 'd-2'] };
    expect(refusalOf({ ...all, profile: account('ACTIVE') }, 6, after)).toMatchObject({
      code: 'legal_hold',
      message:
        'A legal hold keeps the data of this user. 2 deposits and 0 orders of this user have not ended. The account at the broker is not closed',
    });
  });
});
