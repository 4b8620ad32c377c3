import { describe, expect, it } from '@jest/globals';
import type { UserDetails } from '#users/user/user.state.js';
import { rangeOf, visaOf } from './person-codes.js';
import { type PERSON_FIELDS, traderDetails } from './person.js';

const user = {
  ...{ userId: 'u-1', partnerId: 'p-1', externalId: null, email: 'ada@users.example' },
  ...{ firstName: 'Ada', lastName: 'Lovelace', country: 'DEU', phone: '+4930123456' },
  dateOfBirth: '1990-12-10',
} satisfies UserDetails;

const whole: Record<(typeof PERSON_FIELDS)[number], string> = {
  'id.first_name': 'Augusta',
  'id.last_name': 'King',
  'id.dob': '1990-05-15',
  'id.email': 'augusta@example.com',
  'id.phone_number': '+14155550100',
  'id.address_line1': '20 N San Mateo Dr',
  'id.address_line2': 'Apt 5',
  'id.city': 'San Mateo',
  'id.state': 'CA',
  'id.zip': '94401',
  'id.country': 'US',
  'id.ssn9': '123-45-6789',
  'id.nationality': 'GB',
  'id.citizenships': '["CA","GB"]',
  'id.us_legal_status': 'visa',
  'id.visa_kind': 'h1b',
  'id.visa_expiration_date': '2028-01-31',
  'custom.date_of_departure': '2028-01-30',
  'custom.gender': 'X',
  'custom.marital_status': 'W',
  'custom.agreement_ip': '203.0.113.7',
  'custom.trusted_contact_first_name': 'Grace',
  'custom.trusted_contact_last_name': 'Hopper',
  'custom.trusted_contact_email': 'grace@example.com',
  'custom.trusted_contact_phone': '+14155550124',
  'investor_profile.employment_status': 'student',
  'investor_profile.occupation': 'Engineer',
  'investor_profile.employer': 'Engines Ltd',
  'custom.employer_address': '2 Market Street',
  'investor_profile.annual_income': 'gt50k_le100k',
  'investor_profile.net_worth': 'gt100k_le200k',
  'investor_profile.funding_sources': '["savings","family"]',
  'investor_profile.declarations': '["senior_executive","family_of_political_figure"]',
};

describe('a person of the provider', () => {
  it('becomes a complete trader profile', () =>
    expect(traderDetails(whole, user)).toEqual({
      country: 'USA',
      countryOfTaxResidence: 'USA',
      countryOfBirth: 'GBR',
      countryOfCitizenship: 'CAN',
      state: 'CA',
      city: 'San Mateo',
      phone: '+14155550100',
      emailAddress: 'augusta@example.com',
      legalFirstName: 'Augusta',
      legalLastName: 'King',
      dateOfBirth: '1990-05-15',
      residentialAddress: '20 N San Mateo Dr',
      unitAptNumber: 'Apt 5',
      postalCode: '94401',
      permanentResident: false,
      isVisaHolder: true,
      visaType: 'H1B',
      visaExpirationDate: '2028-01-31',
      dateOfDepartureFromUSA: '2028-01-30',
      annualHouseholdIncomeRange: '50K_100K',
      investibleLiquidAssetsRange: '100K_250K',
      accountFundingSource: 'SAVINGS',
      employmentStatus: 'STUDENT',
      nameOfEmployer: 'Engines Ltd',
      employerAddress: '2 Market Street',
      occupationJobTitle: 'Engineer',
      trustedContactFirstName: 'Grace',
      trustedContactLastName: 'Hopper',
      trustedContactEmailAddress: 'grace@example.com',
      trustedContactPhoneNumber: '+14155550124',
      isAffiliatedExchangeOrFinra: false,
      isControlPerson: true,
      isPoliticallyExposed: false,
      inmediateFamilyExposed: true,
      gender: 'X',
      maritalStatus: 'W',
      agreementIp: '203.0.113.7',
      taxId: '123456789',
    }));

  it('gets missing values from the registration', () =>
    expect(traderDetails({}, user)).toMatchObject({
      ...{ legalFirstName: 'Ada', legalLastName: 'Lovelace', emailAddress: 'ada@users.example' },
      ...{ phone: '+4930123456', dateOfBirth: '1990-12-10', country: 'DEU' },
      ...{ countryOfCitizenship: 'DEU', countryOfBirth: 'DEU', countryOfTaxResidence: 'DEU' },
    }));

  it('keeps other gaps empty', () =>
    expect(traderDetails({}, user)).toMatchObject({
      ...{ residentialAddress: '', city: '', state: '', postalCode: '', unitAptNumber: '' },
      ...{ permanentResident: false, isVisaHolder: false, visaType: null },
      ...{ visaExpirationDate: null, dateOfDepartureFromUSA: null },
      ...{ annualHouseholdIncomeRange: '', investibleLiquidAssetsRange: '' },
      ...{ accountFundingSource: '', employmentStatus: '', agreementIp: '', taxId: '' },
      ...{ trustedContactFirstName: null, trustedContactPhoneNumber: null },
      ...{ isControlPerson: false, isPoliticallyExposed: false, gender: '', maritalStatus: '' },
    }));

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Atlantis', 'ZZ'])(
    'does not come from %s',
    (word) => {
      const said = { 'id.country': word, 'id.nationality': word, 'id.citizenships': word };
      const { country, countryOfBirth, countryOfCitizenship } = traderDetails(said, user);
      expect([country, countryOfBirth, countryOfCitizenship]).toEqual(['DEU', 'DEU', 'DEU']);
    },
  );

  it('drops invalid days and addresses', () =>
    expect(
      traderDetails(
        {
          ...{ 'id.us_legal_status': 'visa', 'id.visa_expiration_date': 'soon' },
          ...{ 'custom.date_of_departure': '2028-02-31', 'custom.agreement_ip': 'javascript:' },
        },
        user,
      ),
    ).toMatchObject({ visaExpirationDate: null, dateOfDepartureFromUSA: null, agreementIp: '' }));
  it('gets the day of a date-time', () =>
    expect(
      traderDetails(
        {
          ...{ 'id.us_legal_status': 'visa', 'id.visa_expiration_date': '2028-01-31T00:00:00Z' },
          'custom.date_of_departure': '2028-01-30T23:30:00-08:00',
        },
        user,
      ),
    ).toMatchObject({ visaExpirationDate: '2028-01-31', dateOfDepartureFromUSA: '2028-01-30' }));

  it('drops words without a code', () =>
    expect(
      traderDetails(
        {
          ...{ 'custom.gender': 'unknown', 'custom.marital_status': 'complicated' },
          'investor_profile.employment_status': 'resting',
          'investor_profile.funding_sources': '["lottery","inheritance"]',
        },
        user,
      ),
    ).toMatchObject({
      ...{ gender: '', maritalStatus: '', employmentStatus: '' },
      accountFundingSource: 'INHERITANCE',
    }));

  it('has a visa only as a visa holder', () =>
    expect(
      traderDetails({ ...whole, 'id.us_legal_status': 'permanent_resident' }, user),
    ).toMatchObject({
      permanentResident: true,
      isVisaHolder: false,
      visaType: null,
      visaExpirationDate: null,
    }));

  it.each([
    ['affiliated_with_us_broker', 'isAffiliatedExchangeOrFinra'],
    ['senior_executive', 'isControlPerson'],
    ['senior_political_figure', 'isPoliticallyExposed'],
    ['family_of_political_figure', 'inmediateFamilyExposed'],
  ])('with the declaration %s gets only %s', (word, field) => {
    const details = traderDetails({ 'investor_profile.declarations': `["${word}"]` }, user);
    const flags = Object.entries(details).filter(([, value]) => value === true);
    expect(flags).toEqual([[field, true]]);
  });
});

describe('the provider’s words', () => {
  it.each([
    ['le25k', 'LT_25K'],
    ['gt25k_le50k', '25K_50K'],
    ['gt50k_le100k', '50K_100K'],
    ['s50k_to100k', '50K_100K'],
    ['gt100k_le200k', '100K_250K'],
    ['gt200k_le300k', '100K_250K'],
    ['gt300k_le500k', '250K_500K'],
    ['gt500k_le1200k', '500K_1M'],
    ['gt1200k', 'GT_1M'],
    ['gt5m', 'GT_1M'],
    ['1,200,000', 'GT_1M'],
    ['24999', 'LT_25K'],
    ['25000', '25K_50K'],
    ['', ''],
    ['rather not say', ''],
  ])('map %j to the range %j', (word, range) => expect(rangeOf(word)).toBe(range));
  it.each([
    ['h1b', 'H1B'],
    ['H-1B', 'H1B'],
    ['daca', 'DACA'],
    ['z9', 'OTHER'],
    ['', 'OTHER'],
  ])('map %j to the visa %s', (word, visa) => expect(visaOf(word)).toBe(visa));
});
