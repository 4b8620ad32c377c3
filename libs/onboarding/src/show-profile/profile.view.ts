import { z } from 'zod';
import { countryName } from '#kernel/countries.js';
import { stateName } from '#kernel/us-states.js';
import { erasable, flag, text, uuid } from '#http/response-schemas.js';
import type { ProfileRow } from './profile.rows.js';
import type { NewProfile } from '../trader-profile/trader-profile.state.js';
import type { Erasable } from '#kernel/event-store/personal.js';

const maybe = (about: string, example: string) => text(about, example).nullable();
const country = (about: string) => text(`${about}, ISO 3166-1 alpha-3.`, 'USA');
const range = (about: string) => text(`${about}: ${RANGES}.`, '50K_100K');
const RANGES = '`LT_25K`, `25K_50K`, `50K_100K`, `100K_250K`, `250K_500K`, `500K_1M` or `GT_1M`';
const STATUSES =
  'State of the account at the broker: `PENDING` (not yet sent; `statusReason` names the values that an application lacks), then the broker’s status, such as `SUBMITTED`, `ACTION_REQUIRED`, `APPROVAL_PENDING`, `APPROVED`, `ACTIVE`, `ACCOUNT_UPDATED`, `REJECTED`, `SUBMISSION_FAILED`, `INACTIVE`, `ACCOUNT_CLOSED`. The broker may add others. Funding and trading need `ACTIVE` and an account without restrictions: see `statusReason`.';
const localTime = (about: string, example: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?$/)
    .meta({ description: `${about}, without an offset.`, examples: [example] });

const person = {
  country: country('Country of residence'),
  countryOfTaxResidence: country('Country of tax residence'),
  countryOfBirth: country('Country of birth'),
  countryOfCitizenship: country('Country of citizenship'),
  countryName: text('Name of the country of residence.', 'United States of America'),
  state: text('State, as a code where there is one.', 'CA'),
  stateName: text('Name of the state.', 'California'),
  city: text('City.', 'San Francisco'),
  phone: text('International phone number.', '+14155550123'),
  emailAddress: text('E-mail address.', 'ada@example.com'),
  legalFirstName: text('Given name.', 'Ada'),
  legalLastName: text('Family name.', 'Lovelace'),
  dateOfBirth: localTime('Day of birth at midnight', '1990-05-15T00:00:00'),
  taxID: text('Masked except for the last four characters, unless agreed.', '*****6789'),
  residentialAddress: text('Street and number.', '1 Market Street'),
  unitAptNumber: text('Unit, may be empty.', 'Apt 5'),
  postalCode: text('Postal code.', '94105'),
  permanentResident: flag('Has permanent residence.', true),
  isVisaHolder: flag('Lives there on a visa.'),
  visaType: maybe('The visa, as a code of the broker.', 'H1B'),
  visaExpirationDate: maybe('End of the visa.', '2028-01-31'),
  dateOfDepartureFromUSA: maybe('Planned departure.', '2028-01-31'),
  annualHouseholdIncomeRange: range('Dollars a year'),
  investibleLiquidAssetsRange: range('Dollars'),
  accountFundingSource: text(
    '`EMPLOYMENT_INCOME`, `INVESTMENTS`, `INHERITANCE`, `BUSINESS_INCOME`, `SAVINGS` or `FAMILY`.',
    'EMPLOYMENT_INCOME',
  ),
  employmentStatus: text('`EMPLOYED`, `UNEMPLOYED`, `STUDENT` or `RETIRED`.', 'EMPLOYED'),
  nameOfEmployer: text('May be empty.', 'Analytical Engines'),
  employerAddress: text('May be empty.', '2 Market Street'),
  occupationJobTitle: text('May be empty.', 'Engineer'),
  trustedContactFirstName: maybe('Given name of the trusted contact.', 'Grace'),
  trustedContactLastName: maybe('Their family name.', 'Hopper'),
  trustedContactEmailAddress: maybe('Their e-mail address.', 'grace@example.com'),
  trustedContactPhoneNumber: maybe('Their phone number.', '+14155550124'),
  isAffiliatedExchangeOrFinra: flag('Works for an exchange or a FINRA member.'),
  isControlPerson: flag('Controls a listed company.'),
  isPoliticallyExposed: flag('Politically exposed.'),
  inmediateFamilyExposed: flag(
    'Close family is politically exposed. The field name has this spelling.',
  ),
  gender: text('`M`, `F` or `X`.', 'F'),
  maritalStatus: text('`S`, `M`, `D` or `W`.', 'S'),
};

export const traderProfile = z
  .strictObject({
    id: uuid('The id of the profile.'),
    userId: uuid('The user of the profile.'),
    ...erasable(person),
    dateCreated: localTime('Time of creation (UTC)', '2026-03-02T14:05:06.789'),
    dateModified: localTime('Time of the last change (UTC)', '2026-03-02T14:05:07.123'),
    brokerAccountNumber: text('Empty until the broker gives one.', '936253751'),
    brokerAccountStatus: text(STATUSES, 'ACTIVE'),
    statusReason: maybe(
      'Why the account needs attention, which values the application lacks, or how an `ACTIVE` account is restricted.',
      'The broker has blocked trading in the account',
    ),
  })
  .meta({
    id: 'TraderProfile',
    description:
      'The user’s details for the broker, and the account there. Personal fields are null after the user is erased.',
  });

type Applied = Pick<NewProfile, 'userId' | 'partnerId'> &
  Erasable<Omit<NewProfile, 'userId' | 'partnerId'>> & { readonly profileId: string };

/** Removes the offset, because the interface defines date-times of a profile without it. */
const withoutOffset = (iso: string) => iso.replace('Z', '');

export const toProfile = (row: ProfileRow, taxId: (profile: NewProfile) => string) => {
  const profile = JSON.parse(row.details) as Applied;
  const { profileId, partnerId: _, taxIdSealed: __, taxIdMasked: ___, ...rest } = profile;
  const { agreementIp: ____, dateOfBirth, ...details } = rest;
  return {
    id: profileId,
    ...details,
    countryName: profile.country === null ? null : countryName(profile.country),
    stateName:
      profile.country === 'USA' && profile.state !== null
        ? stateName(profile.state)
        : profile.state,
    dateOfBirth: dateOfBirth === null ? null : `${dateOfBirth}T00:00:00`,
    taxID: profile.taxIdSealed === null ? null : taxId(profile as NewProfile),
    dateCreated: withoutOffset(row.createdAt),
    dateModified: withoutOffset(row.updatedAt),
    brokerAccountNumber: row.accountNumber,
    brokerAccountStatus: row.status,
    statusReason: row.reason,
  };
};

/** Broker's view of the account, for operators. */
export const accountAtBroker = z
  .strictObject({
    reason: maybe('The broker’s reason. Partners do not see it.', 'rejected: WATCHLIST_HIT'),
    blocks: z.array(text('A block of the broker.', 'trading_blocked')).meta({
      description: 'Blocks that restrict an `ACTIVE` account.',
      examples: [['trading_blocked']],
    }),
  })
  .meta({ id: 'AccountAtBroker', description: 'The broker’s restrictions of the account.' });

export const toAccountAtBroker = ({ brokerReason, blocks }: ProfileRow) => ({
  reason: brokerReason,
  blocks: blocks.split(' ').filter((block) => block !== ''),
});
