import type { NewProfile } from './trader-profile.state.js';
import type { TraderProfileEvent } from './trader-profile.events.js';

/** One canonical example of each event, for every spec that needs one. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
const at = noon.toISOString();
const about = { userId: 'u-1', partnerId: 'p-1', at };
const profileId = 'b2603aaa-b5f1-532f-9a75-0a478876acd1';

export const profile: NewProfile = {
  userId: 'u-1',
  partnerId: 'p-1',
  country: 'USA',
  countryOfTaxResidence: 'USA',
  countryOfBirth: 'GBR',
  countryOfCitizenship: 'USA',
  state: 'CA',
  city: 'San Mateo',
  phone: '+14155550100',
  emailAddress: 'ada@users.example',
  legalFirstName: 'Ada',
  legalLastName: 'Lovelace',
  dateOfBirth: '1990-05-15',
  residentialAddress: '20 N San Mateo Dr',
  unitAptNumber: 'Apt 5',
  postalCode: '94401',
  permanentResident: false,
  isVisaHolder: true,
  visaType: 'H1B',
  visaExpirationDate: '2028-01-31',
  dateOfDepartureFromUSA: null,
  annualHouseholdIncomeRange: '50K_100K',
  investibleLiquidAssetsRange: 'GT_1M',
  accountFundingSource: 'EMPLOYMENT_INCOME',
  employmentStatus: 'EMPLOYED',
  nameOfEmployer: 'Engines Ltd',
  employerAddress: '2 Market Street',
  occupationJobTitle: 'Engineer',
  trustedContactFirstName: 'Grace',
  trustedContactLastName: 'Hopper',
  trustedContactEmailAddress: null,
  trustedContactPhoneNumber: '+14155550124',
  isAffiliatedExchangeOrFinra: false,
  isControlPerson: false,
  isPoliticallyExposed: false,
  inmediateFamilyExposed: true,
  gender: 'F',
  maritalStatus: 'S',
  agreementIp: '203.0.113.7',
  taxIdSealed: 'v1.k.sealed',
  taxIdMasked: '*****6789',
};

export const created: TraderProfileEvent = {
  type: 'TraderProfileCreated',
  data: { ...profile, profileId, at },
};
export const replaced: TraderProfileEvent = {
  type: 'TraderProfileReplaced',
  data: { ...profile, residentialAddress: '1 Market Street', profileId, at },
};
export const started: TraderProfileEvent = {
  type: 'BrokerAccountStarted',
  data: { ...about, attempt: 1 },
};
export const throttled: TraderProfileEvent = {
  type: 'BrokerAccountThrottled',
  data: { ...about, attempt: 1 },
};
export const opened: TraderProfileEvent = {
  type: 'BrokerAccountOpened',
  data: { ...about, accountId: 'a-1', accountNumber: '', status: 'SUBMITTED', reason: null },
};
export const refused: TraderProfileEvent = {
  type: 'BrokerAccountRefused',
  data: { ...about, reason: 'street_address cannot be a P.O. Box' },
};
export const held: TraderProfileEvent = {
  type: 'BrokerAccountRefused',
  data: {
    ...about,
    reason:
      'The application is not sent yet. Needed in another onboarding session: street address in Latin letters',
    held: [{ field: 'streetAddress', needed: 'street address in Latin letters' }],
  },
};
const before = { status: 'SUBMITTED', blocks: [] };

export const active: TraderProfileEvent = {
  type: 'BrokerAccountChanged',
  data: { ...about, accountNumber: '900000001', status: 'ACTIVE', reason: null, before },
};
export const actionRequired: TraderProfileEvent = {
  type: 'BrokerAccountChanged',
  data: {
    ...{ ...about, accountNumber: '', status: 'ACTION_REQUIRED' },
    ...{ reason: 'a document is needed', before },
  },
};
