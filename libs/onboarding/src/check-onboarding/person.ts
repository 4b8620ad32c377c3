import { toAlpha3 } from '#platform/core/countries.js';
import type { RegisteredUser } from '#users';
import type { TraderDetails } from '../trader-profile/trader-profile.state.js';

/** The provider's names of what a trader profile needs. */
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

type Person = Readonly<Record<string, string>>;

/** The provider's person as a trader profile's details; what it lacks comes from registration. */
export const traderDetails = (
  person: Person,
  user: RegisteredUser,
): TraderDetails & { readonly taxId: string } => {
  const country = toAlpha3(person['id.country'] ?? '') || user.country;
  const citizenship = toAlpha3(firstOf(person['id.citizenships'])) || country;
  const visa = person['id.us_legal_status'] === 'visa';
  return {
    country,
    countryOfTaxResidence: country,
    countryOfBirth: toAlpha3(person['id.nationality'] ?? '') || citizenship,
    countryOfCitizenship: citizenship,
    state: person['id.state'] ?? '',
    city: person['id.city'] ?? '',
    phone: person['id.phone_number'] ?? user.phone ?? '',
    emailAddress: person['id.email'] ?? user.email,
    legalFirstName: person['id.first_name'] ?? user.firstName,
    legalLastName: person['id.last_name'] ?? user.lastName,
    dateOfBirth: person['id.dob'] ?? user.dateOfBirth ?? '',
    residentialAddress: person['id.address_line1'] ?? '',
    unitAptNumber: person['id.address_line2'] ?? '',
    postalCode: person['id.zip'] ?? '',
    permanentResident: person['id.us_legal_status'] === 'permanent_resident',
    isVisaHolder: visa,
    visaType: visa ? (person['id.visa_kind'] ?? 'other').toUpperCase() : null,
    visaExpirationDate: visa ? (person['id.visa_expiration_date'] ?? null) : null,
    dateOfDepartureFromUSA: person['custom.date_of_departure'] ?? null,
    ...finances(person),
    ...trustedContact(person),
    ...declarations(person['investor_profile.declarations'] ?? ''),
    gender: person['custom.gender'] ?? '',
    maritalStatus: person['custom.marital_status'] ?? '',
    agreementIp: person['custom.agreement_ip'] ?? '127.0.0.1',
    taxId: (person['id.ssn9'] ?? '').replaceAll('-', ''),
  };
};

const finances = (person: Person) => ({
  annualHouseholdIncomeRange: rangeOf(person['investor_profile.annual_income']),
  investibleLiquidAssetsRange: rangeOf(person['investor_profile.net_worth']),
  accountFundingSource: fundingSource(firstOf(person['investor_profile.funding_sources'])),
  employmentStatus: codeOf(
    { employed: 'EMPLOYED', unemployed: 'UNEMPLOYED', student: 'STUDENT', retired: 'RETIRED' },
    person['investor_profile.employment_status'],
    'UNEMPLOYED',
  ),
  nameOfEmployer: person['investor_profile.employer'] ?? '',
  employerAddress: person['custom.employer_address'] ?? '',
  occupationJobTitle: person['investor_profile.occupation'] ?? '',
});

const trustedContact = (person: Person) => ({
  trustedContactFirstName: person['custom.trusted_contact_first_name'] ?? null,
  trustedContactLastName: person['custom.trusted_contact_last_name'] ?? null,
  trustedContactEmailAddress: person['custom.trusted_contact_email'] ?? null,
  trustedContactPhoneNumber: person['custom.trusted_contact_phone'] ?? null,
});

const declarations = (words: string) => ({
  isAffiliatedExchangeOrFinra: words.includes('affiliated_with_us_broker'),
  isControlPerson: words.includes('senior_executive'),
  isPoliticallyExposed: words.includes('senior_political_figure'),
  inmediateFamilyExposed: words.includes('family_of_political_figure'),
});

const RANGES = [
  [25_000, 'LT_25K'],
  [50_000, '25K_50K'],
  [100_000, '50K_100K'],
  [250_000, '100K_250K'],
  [500_000, '250K_500K'],
  [1_000_000, '500K_1M'],
] as const;

/** A range word like `s50k_to100k` by its lower end, or an amount of dollars. */
const rangeOf = (word = ''): string => {
  if (/^(lt|le)/i.test(word)) return 'LT_25K';
  const [, digits = '0', unit = ''] = /(\d+)\s*([km]?)/i.exec(word) ?? [];
  const dollars = Number(digits) * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1);
  return RANGES.find(([below]) => dollars < below)?.[1] ?? 'GT_1M';
};

const FUNDING_SOURCES: Readonly<Record<string, string>> = {
  employment_income: 'EMPLOYMENT_INCOME',
  investments: 'INVESTMENTS',
  inheritance: 'INHERITANCE',
  business_income: 'BUSINESS_INCOME',
  savings: 'SAVINGS',
  family: 'FAMILY',
};

const fundingSource = (word: string) => codeOf(FUNDING_SOURCES, word, 'EMPLOYMENT_INCOME');

const codeOf = (codes: Readonly<Record<string, string>>, word = '', otherwise: string): string =>
  codes[word.toLowerCase()] ?? otherwise;

/** The first word of `a`, `a,b` or `["a","b"]`. */
const firstOf = (words = ''): string => /\w+/.exec(words)?.[0] ?? '';
