import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/event-store/stream.js';
import * as example from '../trader-profile/trader-profile.examples.js';
import {
  type TraderProfile,
  personIn,
  traderProfiles,
} from '../trader-profile/trader-profile.state.js';
import { accountApplication } from './account-application.js';

const profile = personIn(fold(traderProfiles, [example.created]) as TraderProfile)!;
const application = (changes: Partial<typeof profile> = {}) =>
  accountApplication({ ...profile, ...changes }, '123456789');

describe('the application for an account', () => {
  it('says all that the profile says', () =>
    expect(application()).toEqual({
      emailAddress: 'ada@users.example',
      phone: '+14155550100',
      streetAddress: '20 N San Mateo Dr',
      unit: 'Apt 5',
      city: 'San Mateo',
      state: 'CA',
      postalCode: '94401',
      country: 'USA',
      givenName: 'Ada',
      familyName: 'Lovelace',
      dateOfBirth: '1990-05-15',
      taxId: '123456789',
      countryOfCitizenship: 'USA',
      countryOfBirth: 'GBR',
      countryOfTaxResidence: 'USA',
      fundingSource: 'EMPLOYMENT_INCOME',
      annualIncomeRange: '50K_100K',
      liquidAssetsRange: 'GT_1M',
      employmentStatus: 'EMPLOYED',
      employerName: 'Engines Ltd',
      employerAddress: '2 Market Street',
      employmentPosition: 'Engineer',
      maritalStatus: 'S',
      permanentResident: false,
      visaType: 'H1B',
      visaExpirationDate: '2028-01-31',
      dateOfDepartureFromUsa: null,
      isControlPerson: false,
      isAffiliatedExchangeOrFinra: false,
      isPoliticallyExposed: false,
      immediateFamilyExposed: true,
      trustedContact: {
        givenName: 'Grace',
        familyName: 'Hopper',
        emailAddress: '',
        phone: '+14155550124',
      },
      agreementSignedAt: '2026-03-16T12:00:00.000Z',
      agreementIp: '203.0.113.7',
    }));
  it('names no trusted contact where there is none', () =>
    expect(application({ trustedContactFirstName: null }).trustedContact).toBeNull());
  it('of a replaced profile is another one', () => {
    const at = '2026-03-18T09:00:00.000Z';
    const again = { ...example.replaced, data: { ...example.replaced.data, at } };
    const history = [example.created, example.started, example.refused, again];
    const replaced = fold(traderProfiles, history as (typeof example.created)[]);
    const { agreementSignedAt, streetAddress } = accountApplication(
      personIn(replaced as TraderProfile)!,
      '',
    );
    expect({ agreementSignedAt, streetAddress }).toEqual({
      ...{ agreementSignedAt: at, streetAddress: '1 Market Street' },
    });
  });
});
