import { describe, expect, it } from '@jest/globals';
import { projected } from '../../../../test/support/given.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import * as example from '../trader-profile/trader-profile.examples.js';
import { toProfile, traderProfile } from './profile.view.js';
import { profileView } from './show-profile.projection.js';

const { active, actionRequired, created, opened, refused, replaced, started } = example;

const shown = (...events: TraderProfileEvent[]) =>
  toProfile(
    projected(profileView, created, ...events).docs['u-1'] ?? {},
    ({ taxIdMasked }) => taxIdMasked,
  );

describe('a trader profile as partners see it', () => {
  it('has every field of the interface, and no other', () => {
    const profile = traderProfile.extend({ userId: traderProfile.shape.legalFirstName });
    expect(profile.parse(shown())).toEqual(shown());
  });
  it('keeps what is nobody’s business', () => {
    const text = JSON.stringify(shown());
    for (const secret of ['sealed', 'p-1', '203.0.113.7']) expect(text).not.toContain(secret);
    expect(shown().taxID).toBe('*****6789');
  });
  it('names country and state', () =>
    expect(shown()).toMatchObject({
      ...{ country: 'USA', countryName: 'United States of America' },
      ...{ state: 'CA', stateName: 'California' },
    }));
  it('has times without an offset', () =>
    expect(shown()).toMatchObject({
      ...{ dateOfBirth: '1990-05-15T00:00:00', visaExpirationDate: '2028-01-31' },
      ...{ dateCreated: '2026-03-16T12:00:00.000', dateModified: '2026-03-16T12:00:00.000' },
    }));
  it('says nothing of an absent trusted contact’s e-mail', () =>
    expect(shown()).toMatchObject({
      ...{ trustedContactFirstName: 'Grace', trustedContactEmailAddress: null },
    }));
});

describe('the account in it', () => {
  it.each([
    ['waits', [], 'PENDING', '', null],
    ['was asked for', [started], 'PENDING', '', null],
    ['was opened', [started, opened], 'SUBMITTED', '', null],
    ['is active', [started, opened, active], 'ACTIVE', '900000001', null],
    ['asks', [started, opened, actionRequired], 'ACTION_REQUIRED', '', 'a document is needed'],
    [
      ...(['was refused', [started, refused], 'SUBMISSION_FAILED', ''] as const),
      'street_address cannot be a P.O. Box',
    ],
    ['is applied for again', [started, refused, replaced], 'PENDING', '', null],
  ] as const)('%s', (_, events, brokerAccountStatus, brokerAccountNumber, statusReason) =>
    expect(shown(...events)).toMatchObject({
      ...{ brokerAccountStatus, brokerAccountNumber, statusReason },
    }),
  );
  it.each([
    ['is found by no number before it has one', [opened], {}],
    ['is found by its number', [opened, active], { 'number:900000001': { userId: 'u-1' } }],
  ])('%s', (_, events, byNumber) => {
    const { 'u-1': profile, ...others } = projected(profileView, created, ...events).docs;
    expect(profile).toBeDefined();
    expect(others).toEqual(byNumber);
  });
  it('shows the new details with it', () =>
    expect(shown(started, refused, replaced).residentialAddress).toBe('1 Market Street'));
});
