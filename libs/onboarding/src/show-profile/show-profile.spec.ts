import { describe, expect, it } from '@jest/globals';
import { rowAfter, rowsAfter } from '../../../../test/support/given.js';
import { EMAIL_NOT_USABLE } from '../trader-profile/account-words.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import * as example from '../trader-profile/trader-profile.examples.js';
import { accountList } from '../account-list/account-list.projection.js';
import { toAccountAtBroker, toProfile, traderProfile } from './profile.view.js';
import { type ProfileRow, profileRows } from './profile.rows.js';

const { active, actionRequired, created, held, opened, refused, replaced, started } = example;

const blocked = {
  ...active,
  data: { ...active.data, blocks: ['trading_blocked'] },
} as typeof active;

const shown = (...events: TraderProfileEvent[]) =>
  toProfile(
    rowAfter(profileRows, created, ...events) as ProfileRow,
    ({ taxIdMasked }) => taxIdMasked,
  );

describe('a trader profile as partners see it', () => {
  it('has every field of the interface, and no other', () => {
    const profile = traderProfile.extend({ userId: traderProfile.shape.legalFirstName });
    expect(profile.parse(shown())).toEqual(shown());
  });
  it('hides internal fields', () => {
    const text = JSON.stringify(shown());
    for (const secret of ['sealed', 'p-1', '203.0.113.7']) expect(text).not.toContain(secret);
    expect(shown().taxID).toBe('*****6789');
  });
  it('names country and state', () =>
    expect(shown()).toMatchObject({
      ...{ country: 'USA', countryName: 'United States of America' },
      ...{ state: 'CA', stateName: 'California' },
    }));
  it.each(['constructor', '__proto__', 'toString'])(
    'calls the state %s as it is written',
    (state) => {
      const elsewhere = { ...created, data: { ...created.data, state } } as typeof created;
      const profile = toProfile(rowAfter(profileRows, elsewhere) as ProfileRow, () => '');
      expect(profile.stateName).toBe(state);
      expect(traderProfile.shape.stateName.parse(profile.stateName)).toBe(state);
    },
  );
  it('has times without an offset', () =>
    expect(shown()).toMatchObject({
      ...{ dateOfBirth: '1990-05-15T00:00:00', visaExpirationDate: '2028-01-31' },
      ...{ dateCreated: '2026-03-16T12:00:00.000', dateModified: '2026-03-16T12:00:00.000' },
    }));
  it('has null as the e-mail of a missing trusted contact', () =>
    expect(shown()).toMatchObject({
      ...{ trustedContactFirstName: 'Grace', trustedContactEmailAddress: null },
    }));
});

describe('the account in it', () => {
  it.each([
    ['waits', [], 'PENDING', '', null],
    ['was requested', [started], 'PENDING', '', null],
    ['was opened', [started, opened], 'SUBMITTED', '', null],
    ['is active', [started, opened, active], 'ACTIVE', '900000001', null],
    [
      ...(['asks', [started, opened, actionRequired], 'ACTION_REQUIRED', ''] as const),
      'The broker needs more before it opens the account, such as a document',
    ],
    [
      ...(['is blocked', [started, opened, blocked], 'ACTIVE', '900000001'] as const),
      'The broker has blocked trading in the account',
    ],
    [
      ...(['was refused', [started, refused], 'SUBMISSION_FAILED', ''] as const),
      'street_address cannot be a P.O. Box',
    ],
    [
      ...(['is held', [held], 'PENDING', ''] as const),
      'The application is not sent yet. Needed in another onboarding session: street address in Latin letters',
    ],
    ['is corrected by another session', [held, replaced], 'PENDING', '', null],
    ['is applied for again', [started, refused, replaced], 'PENDING', '', null],
  ] as const)('%s', (_, events, brokerAccountStatus, brokerAccountNumber, statusReason) =>
    expect(shown(...events)).toMatchObject({
      ...{ brokerAccountStatus, brokerAccountNumber, statusReason },
    }),
  );
  const ofAnother = { ...opened, data: { ...opened.data, userId: 'u-2' } } as TraderProfileEvent;
  it.each([
    ['nothing while it waits', [], 'PENDING', null],
    ['each value that is needed', [held], 'PENDING', 'street address in Latin letters'],
    ['nothing once it is corrected', [held, replaced], 'PENDING', null],
    ['nothing after a rejection', [refused], 'SUBMISSION_FAILED', null],
  ] as const)('is listed with %s', (_, events, status, needed) =>
    expect(rowsAfter(accountList, created, ...events)['accounts']).toMatchObject([
      { userId: 'u-1', accountNumber: '', status, needed },
    ]),
  );
  it('has the broker’s account number', () =>
    expect(rowsAfter(accountList, created, opened, ofAnother, active)['accounts']).toMatchObject([
      { userId: 'u-1', accountNumber: '900000001', status: 'ACTIVE' },
      { userId: 'u-2', accountNumber: '', status: 'SUBMITTED' },
    ]));
  it('hides other people that a recorded reason of a rejection names', () => {
    const reason = 'an account with this email address already exists';
    const { userId, partnerId, at } = refused.data;
    const known = { ...refused, data: { userId, partnerId, at, reason } } as typeof refused;
    expect(shown(started, known).statusReason).toBe(EMAIL_NOT_USABLE);
  });
  it('shows operators the broker’s reason', () => {
    const reported = (...events: TraderProfileEvent[]) =>
      toAccountAtBroker(rowAfter(profileRows, created, ...events) as ProfileRow);
    expect(reported(opened, actionRequired)).toEqual({
      reason: 'a document is needed',
      blocks: [],
    });
    expect(reported(opened, blocked)).toEqual({ reason: null, blocks: ['trading_blocked'] });
  });
  it('shows the new details', () =>
    expect(shown(started, refused, replaced).residentialAddress).toBe('1 Market Street'));
});
