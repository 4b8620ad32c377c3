import { ownValue } from '#kernel/own-value.js';
import { IdentityUnavailable, type Prefill } from './identity-provider.js';

/**
 * Maps known data of a person to the provider's identifiers. Omits a value for which the provider
 * would reject the whole session.
 */
export const bootstrapData = (prefill: Prefill): Readonly<Record<string, string>> => {
  const fields: Readonly<Record<string, string | undefined>> = {
    'id.dob': DAY.test(prefill.dateOfBirth ?? '') ? prefill.dateOfBirth : '',
    'id.first_name': prefill.firstName,
    'id.last_name': prefill.lastName,
    'id.email': prefill.email,
    'id.phone_number': prefill.phone,
    'id.address_line1': prefill.addressLine1,
    'id.address_line2': prefill.addressLine2,
    'id.city': prefill.city,
    'id.state': prefill.state,
    'id.zip': ZIP.test(prefill.zipCode ?? '') ? prefill.zipCode : '',
    'id.country': prefill.country,
    'custom.gender': wordOf(GENDERS, prefill.gender),
    'custom.marital_status': wordOf(MARITAL_STATUSES, prefill.maritalStatus),
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value = '']) =>
      value === '' ? [] : [[name, name === 'id.dob' ? monthFirst(value) : value]],
    ),
  );
};

/** Maps the same data for the vault, which uses ISO dates. */
export const vaultData = (person: Prefill): Readonly<Record<string, string>> => {
  const { 'id.dob': _, ...data } = bootstrapData(person);
  const { dateOfBirth } = person;
  return dateOfBirth === undefined ? data : { ...data, 'id.dob': dateOfBirth };
};

/** Fields with several values. Other fields are a single text, number or boolean. */
const LISTS: ReadonlySet<string> = new Set([
  'id.citizenships',
  'investor_profile.funding_sources',
  'investor_profile.declarations',
]);

/**
 * Returns the provider's data as text, with our codes for gender and marital status, and ISO dates.
 * Omits absent and null values. Lists, numbers and booleans become JSON. @throws
 * {IdentityUnavailable} if a single value is a list or an object
 */
export const personOf = (
  data: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = ownValue(data, field);
      if (value === null || value === undefined) return [];
      if (typeof value === 'object' && !LISTS.has(field))
        throw new IdentityUnavailable(`the provider returned more than one value for ${field}`);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [[field, ourOwn(field, text)]];
    }),
  );

const ourOwn = (field: string, text: string): string => {
  if (field === 'custom.gender') return codeOf(GENDERS, text);
  if (field === 'custom.marital_status') return codeOf(MARITAL_STATUSES, text);
  if (field === 'id.dob') return text.replace(MONTH_FIRST, '$3-$1-$2');
  return text;
};

const GENDERS: readonly (readonly [code: string, word: string])[] = [
  ['M', 'male'],
  ['F', 'female'],
  ['X', 'non_binary'],
];

const MARITAL_STATUSES: readonly (readonly [code: string, word: string])[] = [
  ['S', 'single'],
  ['M', 'married'],
  ['D', 'divorced'],
  ['W', 'widowed'],
];

const wordOf = (pairs: typeof GENDERS, code: string | undefined): string | undefined =>
  pairs.find(([known]) => known === code)?.[1] ?? code;

const codeOf = (pairs: typeof GENDERS, word: string): string =>
  pairs.find(([, known]) => known === word.toLowerCase())?.[0] ?? word;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_FIRST = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const ZIP = /^[A-Za-z0-9\- ]*$/;

/** Sessions use US dates (MM/DD/YYYY), the vault uses ISO dates. */
const monthFirst = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
