import { ownValue } from '#kernel/own-value.js';
import { isAlpha3, toAlpha3 } from '#kernel/countries.js';
import { isDate } from '#kernel/dates.js';
import { firstAddress } from '#kernel/first-address.js';
import type { UserDetails } from '#users/user/user.state.js';
import type { TraderDetails } from '../trader-profile/trader-profile.state.js';
import { EMPLOYMENT, FUNDING_SOURCES, rangeOf, visaOf } from './person-codes.js';

/** The provider's names of the fields that a trader profile needs. */
export const PERSON_FIELDS = [
  'id.first_name',
  'id.last_name',
  'id.dob',
  'id.email',
  'id.phone_number',
  'id.address_line1',
  'id.address_line2',
  'id.city',
  'id.state',
  'id.zip',
  'id.country',
  'id.ssn9',
  'id.nationality',
  'id.citizenships',
  'id.us_legal_status',
  'id.visa_kind',
  'id.visa_expiration_date',
  'custom.date_of_departure',
  'custom.gender',
  'custom.marital_status',
  'custom.agreement_ip',
  'custom.trusted_contact_first_name',
  'custom.trusted_contact_last_name',
  'custom.trusted_contact_email',
  'custom.trusted_contact_phone',
  'investor_profile.employment_status',
  'investor_profile.occupation',
  'investor_profile.employer',
  'custom.employer_address',
  'investor_profile.annual_income',
  'investor_profile.net_worth',
  'investor_profile.funding_sources',
  'investor_profile.declarations',
] as const;

type Field = (typeof PERSON_FIELDS)[number];
type Read = (field: Field) => string;

/**
 * Returns the details of a trader profile from the provider's data. Country, name, e-mail, phone and
 * date of birth that the provider lacks come from the registration. Other gaps stay empty, and the
 * broker decides about them.
 */
export const traderDetails = (
  person: Readonly<Record<string, string>>,
  user: UserDetails,
): TraderDetails & { readonly taxId: string } => {
  const read: Read = (field) => (ownValue(person, field) ?? '').trim();
  const country = countryOf(read('id.country')) || user.country;
  const citizenship = countryOf(listOf(read('id.citizenships'))[0] ?? '') || country;
  return {
    country,
    countryOfTaxResidence: country,
    countryOfBirth: countryOf(read('id.nationality')) || citizenship,
    countryOfCitizenship: citizenship,
    state: read('id.state'),
    city: read('id.city'),
    phone: read('id.phone_number') || (user.phone ?? ''),
    emailAddress: read('id.email') || user.email,
    legalFirstName: read('id.first_name') || user.firstName,
    legalLastName: read('id.last_name') || user.lastName,
    dateOfBirth: read('id.dob') || (user.dateOfBirth ?? ''),
    residentialAddress: read('id.address_line1'),
    unitAptNumber: read('id.address_line2'),
    postalCode: read('id.zip'),
    ...residence(read),
    ...finances(read),
    ...trustedContact(read),
    ...declarations(read),
    gender: oneOf(['M', 'F', 'X'], read('custom.gender')),
    maritalStatus: oneOf(['S', 'M', 'D', 'W'], read('custom.marital_status')),
    agreementIp: firstAddress(read('custom.agreement_ip')),
    taxId: read('id.ssn9').replaceAll('-', ''),
  };
};

const residence = (read: Read) => {
  const status = read('id.us_legal_status');
  const isVisaHolder = status === 'visa';
  return {
    permanentResident: status === 'permanent_resident',
    isVisaHolder,
    visaType: isVisaHolder ? visaOf(read('id.visa_kind')) : null,
    visaExpirationDate: isVisaHolder ? dayOrNull(read('id.visa_expiration_date')) : null,
    dateOfDepartureFromUSA: dayOrNull(read('custom.date_of_departure')),
  };
};

const finances = (read: Read) => ({
  annualHouseholdIncomeRange: rangeOf(read('investor_profile.annual_income')),
  investibleLiquidAssetsRange: rangeOf(read('investor_profile.net_worth')),
  accountFundingSource:
    listOf(read('investor_profile.funding_sources'))
      .map((word) => FUNDING_SOURCES.get(word.toLowerCase()) ?? '')
      .find((code) => code !== '') ?? '',
  employmentStatus: EMPLOYMENT.get(read('investor_profile.employment_status').toLowerCase()) ?? '',
  nameOfEmployer: read('investor_profile.employer'),
  employerAddress: read('custom.employer_address'),
  occupationJobTitle: read('investor_profile.occupation'),
});

const trustedContact = (read: Read) => ({
  trustedContactFirstName: orNull(read('custom.trusted_contact_first_name')),
  trustedContactLastName: orNull(read('custom.trusted_contact_last_name')),
  trustedContactEmailAddress: orNull(read('custom.trusted_contact_email')),
  trustedContactPhoneNumber: orNull(read('custom.trusted_contact_phone')),
});

const declarations = (read: Read) => {
  const declared = new Set(listOf(read('investor_profile.declarations')));
  return {
    isAffiliatedExchangeOrFinra: declared.has('affiliated_with_us_broker'),
    isControlPerson: declared.has('senior_executive'),
    isPoliticallyExposed: declared.has('senior_political_figure'),
    inmediateFamilyExposed: declared.has('family_of_political_figure'),
  };
};

/** Returns the alpha-3 code, or an empty string for an unknown country. */
const countryOf = (code: string): string => {
  const alpha3 = toAlpha3(code);
  return isAlpha3(alpha3) ? alpha3 : '';
};

/** Returns the day of a date or date-time, or null for an invalid day. */
const dayOrNull = (text: string): string | null => {
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  return isDate(day) ? day : null;
};

const orNull = (text: string): string | null => (text === '' ? null : text);

const oneOf = (codes: readonly string[], word: string): string =>
  codes.includes(word) ? word : '';

/** Returns the words of `a`, `a,b` or `["a","b"]`. */
const listOf = (words: string): readonly string[] => words.match(/\w+/g) ?? [];
