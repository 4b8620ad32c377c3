import { z } from 'zod';
import { ELSEWHERE, FAMILY_NAMES, GIVEN_NAMES, JOBS, STREETS, US_PLACES } from './samples.js';

/** Fields by the provider's identifiers. Lists are JSON text, as at the provider. */
export type Fields = Readonly<Record<string, string>>;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const US_DAY = /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/(\d{4})$/;
const ZIP = /^[A-Za-z0-9\- ]*$/;

const COUNTRY = /^[A-Z]{2}$/;
const COUNTRY_RULE = 'id.country must be an ISO 3166-1 alpha-2 code';

const isIn = (text: string | undefined, form: RegExp): boolean =>
  text === undefined || form.test(text);

const identifier = z
  .string()
  .regex(/^(id|custom|investor_profile|document)\.[a-z0-9_.]+$/, 'is not a data identifier');

const value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.unknown())], 'must be text')
  .transform((given) => (typeof given === 'string' ? given : JSON.stringify(given)));

/** Fields of a vault. The date of birth is ISO 8601. */
export const personSchema = z
  .record(identifier, value)
  .refine((fields) => isIn(fields['id.dob'], ISO_DAY), 'id.dob must be YYYY-MM-DD')
  .refine((fields) => isIn(fields['id.country'], COUNTRY), COUNTRY_RULE);

const IMAGE = /^document\..+\.(image|front|back|selfie)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Fields of a vault, including images. */
export const vaultSchema = personSchema.refine(
  (fields) =>
    Object.entries(fields).every(
      ([name, text]) => !IMAGE.test(name) || (text.length % 4 === 0 && BASE64.test(text)),
    ),
  'images must be base64',
);

/** Fields of a session. Dates are MM/DD/YYYY. Null fields are ignored. */
export const bootstrapSchema = z
  .record(identifier, value.nullable())
  .transform((fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
    ),
  )
  .refine((fields) => isIn(fields['id.dob'], US_DAY), 'id.dob must be MM/DD/YYYY')
  .refine(
    (fields) => isIn(fields['id.zip'], ZIP),
    'id.zip must contain only letters, digits, - and space',
  )
  .refine((fields) => isIn(fields['id.country'], COUNTRY), COUNTRY_RULE)
  .transform((fields): Fields => {
    const day = US_DAY.exec(fields['id.dob'] ?? '');
    return day === null ? fields : { ...fields, 'id.dob': `${day[3]}-${day[1]}-${day[2]}` };
  });

/** Completes the known fields with plausible values. The same number always gives the same person. */
export const completePerson = (number: number, known: Fields): Fields => {
  const country = known['id.country'] ?? 'US';
  const place = country === 'US' ? pick(US_PLACES, number) : ELSEWHERE;
  const given = known['id.first_name'] ?? pick(GIVEN_NAMES, number);
  const family = known['id.last_name'] ?? pick(FAMILY_NAMES, Math.floor(number / 20) + number);
  return {
    'id.first_name': given,
    'id.last_name': family,
    'id.email': `person-${number}@example.com`,
    'id.phone_number': `+1415555${(number % 10_000).toString().padStart(4, '0')}`,
    'id.dob': birthday(number),
    'id.address_line1': `${100 + (number % 900)} ${pick(STREETS, number)}`,
    'id.city': place.city,
    'id.state': place.state,
    'id.zip': place.zip,
    'id.country': country,
    'id.ssn9': socialSecurityNumber(number),
    'id.nationality': country,
    'id.citizenships': JSON.stringify([country]),
    ...(country === 'US' ? { 'id.us_legal_status': 'citizen' } : {}),
    ...investorProfile(number),
    // The user agreed to the broker's terms from an address of the documentation range (RFC 5737).
    'custom.agreement_ip': `203.0.113.${number % 256}`,
    'custom.gender': number % 2 === 0 ? 'female' : 'male',
    'custom.marital_status': number % 3 === 0 ? 'single' : 'married',
    ...known,
  };
};

const AREAS_BELOW_666 = 665;
const AREAS = 898;
const GROUPS = 99;
const SERIALS = 9_999;
const ALL_SSNS = AREAS * GROUPS * SERIALS;
/** Coprime to the number of SSNs, so that all persons get different ones. */
const STRIDE = 480_480_481;
const START = 271_828_182;

/** Returns a valid social security number, different for each of the first 888 million persons. */
export const socialSecurityNumber = (number: number): string => {
  const place = Number((BigInt(number) * BigInt(STRIDE) + BigInt(START)) % BigInt(ALL_SSNS));
  const areaIndex = Math.floor(place / (GROUPS * SERIALS));
  // The areas 000, 666 and 900 to 999 are invalid.
  const area = areaIndex < AREAS_BELOW_666 ? areaIndex + 1 : areaIndex + 2;
  const group = (Math.floor(place / SERIALS) % GROUPS) + 1;
  const serial = (place % SERIALS) + 1;
  return [digits(area, 3), digits(group, 2), digits(serial, 4)].join('');
};

const investorProfile = (number: number): Fields => {
  const { occupation, employer } = pick(JOBS, number);
  return {
    'investor_profile.employment_status': 'employed',
    'investor_profile.occupation': occupation,
    'investor_profile.employer': employer,
    'investor_profile.annual_income': 'gt50k_le100k',
    'investor_profile.net_worth': 'gt100k_le200k',
    'investor_profile.funding_sources': JSON.stringify(['employment_income']),
    'investor_profile.investment_goals': JSON.stringify(['growth']),
    'investor_profile.risk_tolerance': 'moderate',
    'investor_profile.declarations': JSON.stringify([]),
  };
};

const birthday = (number: number): string =>
  [1960 + (number % 40), digits((number % 12) + 1, 2), digits((number % 28) + 1, 2)].join('-');

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;

const digits = (value: number, length: number): string => value.toString().padStart(length, '0');
