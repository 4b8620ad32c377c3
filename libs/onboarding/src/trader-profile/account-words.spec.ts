import { describe, expect, it } from '@jest/globals';
import {
  EMAIL_NOT_USABLE,
  applicationRefusal,
  reasonForPartner,
  refusalToTell,
} from './account-words.js';

const standing = { status: 'ACTIVE', findings: [], blocks: [] };

describe('the reason that a partner reads', () => {
  it.each(['ACTIVE', 'APPROVED', 'SUBMITTED', 'A WORD THAT IS UNKNOWN'])(
    'is nothing: %s',
    (status) => expect(reasonForPartner({ ...standing, status })).toBeNull(),
  );
  it.each([
    ['ACCOUNT_UPDATED', /reviewing/],
    ['DISABLED', /disabled/],
    ['ACCOUNT_CLOSED', /closed/],
    ['ACTION_REQUIRED', /document/],
  ])('explains the status %s', (status, words) =>
    expect(reasonForPartner({ ...standing, status })).toMatch(words),
  );
  it.each([
    ['account_blocked', /blocked the account/],
    ['trading_blocked', /blocked trading/],
    ['transfers_blocked', /blocked transfers/],
    ['trade_suspended_by_user', /user’s own wish/],
    ['a flag of tomorrow', /restricted/],
  ])('explains the block %s', (block, words) =>
    expect(reasonForPartner({ ...standing, blocks: [block] })).toMatch(words),
  );
  it('names findings that the user can correct', () =>
    expect(
      reasonForPartner({ ...standing, status: 'REJECTED', findings: ['DATE_OF_BIRTH'] }),
    ).toMatch(/did not accept.*date of birth/));
  it('hides other people and suspicions', () => {
    const findings = ['OTHER_PARTNER', 'WATCHLIST_HIT', 'PEP', 'OTHER'];
    const reason = reasonForPartner({ ...standing, status: 'REJECTED', findings });
    expect(reason).toBe('The broker did not accept the application');
  });
});

describe('a rejected application', () => {
  it.each([
    'an account with this email address already exists',
    'There is already an existing account registered with the same email address.',
    'The broker has an account of somebody else with this e-mail address',
  ])('says that the address cannot be used, without the cause: %s', (reason) =>
    expect(applicationRefusal(reason)).toBe(EMAIL_NOT_USABLE),
  );
  it('hides others who have the same tax id', () =>
    expect(applicationRefusal('tax_id is in use at another correspondent')).toBe(
      'These details cannot be used for a new account at the broker',
    ));
  it.each(['the applicant matches a watchlist', 'fraud score 97, device of jane@b.example'])(
    'hides an unknown reason: %s',
    (reason) =>
      expect(applicationRefusal(reason)).toBe('The broker could not take the application'),
  );
  it('keeps a recorded reason', () =>
    expect(applicationRefusal(EMAIL_NOT_USABLE)).toBe(EMAIL_NOT_USABLE));
  it('names the reason that the user can correct', () =>
    expect(applicationRefusal('street_address cannot be a P.O. Box')).toContain('P.O. Box'));
});

describe('a rejected order or credit', () => {
  const OURS = 'The broker rejected the order';
  const reported = (reason: string) => refusalToTell(reason, OURS);
  it.each([
    'account is restricted from trading',
    'account is not allowed to trade',
    'to_account is not ACTIVE',
    'account blocked: suspicious activity report 4711',
    'trading is suspended for this account',
    'this customer is under review for fraud, account closed',
    'not authorized to trade',
    'deposits are not permitted for this account: blocked customer',
  ])('refers only to the account: %s', (reason) =>
    expect(reported(reason)).toEqual({
      reason: expect.stringMatching(/^The broker does not allow this/),
      brokerReason: reason,
    }),
  );
  it.each([
    'asset "HALT" is not tradable',
    'insufficient buying power',
    'potential wash trade detected. use complex orders',
    'insufficient qty available for order (requested: 5264, available: 0)',
  ])('is shown unchanged if it is about the request: %s', (reason) =>
    expect(reported(reason)).toEqual({ reason }),
  );
  it.each(['sanctions screening: match with Ivan Petrov', 'x'.repeat(24_000)])(
    'is ours otherwise: %.60s',
    (brokerReason) => expect(reported(brokerReason)).toEqual({ reason: OURS, brokerReason }),
  );
});
