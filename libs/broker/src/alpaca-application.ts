import { isIPv4 } from 'node:net';
import { isDate } from '#kernel/dates.js';
import { asciiEmail } from '#kernel/email.js';
import { firstAddress } from '#kernel/first-address.js';
import { isUsState } from '#kernel/us-states.js';
import { accountRequest, reachableContact, taxIdTypeOf } from './alpaca-mapping.js';
import { toAscii } from './alpaca-text.js';
import type { AccountApplication, ApplicationError } from './broker.js';

type PreparedApplication =
  | { readonly request: object }
  | { readonly errors: readonly ApplicationError[] };

/** Returns the request for the broker, or the fields that it would reject. */
export const prepareApplication = (application: AccountApplication): PreparedApplication => {
  const errors = applicationErrors(application);
  return errors.length === 0 ? { request: accountRequest(application) } : { errors };
};

/** Applies the broker's documented validation rules to the request. */
const applicationErrors = (application: AccountApplication): readonly ApplicationError[] => {
  const rules = [
    ...identityRules(application),
    ...contactRules(application),
    ...employmentRules(application),
    ...trustedContactRules(application),
  ];
  return rules.flatMap(([field, isFine, needed]) => (isFine ? [] : [{ field, needed }]));
};

type Rule = readonly [field: string, isFine: boolean, needed: string];

const identityRules = (application: AccountApplication): readonly Rule[] => [
  ['givenName', isName(application.givenName), `given name ${AS_IN_PASSPORT}`],
  ['familyName', isName(application.familyName), `family name ${AS_IN_PASSPORT}`],
  ['dateOfBirth', isDate(application.dateOfBirth), 'date of birth'],
  taxIdRule(application),
  ['fundingSource', application.fundingSource !== '', 'source of the funds'],
  [
    'agreementIp',
    isIPv4(firstAddress(application.agreementIp)),
    'acceptance of the customer agreement from an IPv4 address',
  ],
];

const contactRules = (application: AccountApplication): readonly Rule[] => {
  const { emailAddress, streetAddress, unit, city, state, postalCode } = application;
  const isInUs = application.country === 'USA';
  return [
    [
      'emailAddress',
      isEmail(emailAddress),
      `e-mail address with ASCII letters before the @, at most ${EMAIL_CHARACTERS_MAX} characters`,
    ],
    ['streetAddress', isStreet(streetAddress), STREET],
    ['unit', isAscii(unit), 'unit in Latin letters'],
    ['city', isName(city), 'city in Latin letters'],
    isInUs
      ? ['state', isUsState(toAscii(state).text) && isAscii(state), 'state of the United States']
      : ['state', state.trim() === '' || isState(state), 'state in Latin letters, at most 50'],
    isInUs
      ? ['postalCode', isZip(postalCode), 'postal code that begins with five digits']
      : ['postalCode', isAscii(postalCode), 'postal code in Latin letters and digits'],
  ];
};

const employmentRules = (application: AccountApplication): readonly Rule[] => [
  ['employerName', isAscii(application.employerName), 'name of the employer in Latin letters'],
  [
    'employerAddress',
    isAscii(application.employerAddress),
    'address of the employer in Latin letters',
  ],
  ['employmentPosition', isAscii(application.employmentPosition), 'job title in Latin letters'],
];

const trustedContactRules = (application: AccountApplication): readonly Rule[] => {
  const contact = reachableContact(application);
  if (contact === null) return [];
  const { givenName, familyName, emailAddress } = contact;
  return [
    [
      'trustedContact.givenName',
      isName(givenName),
      'given name of the trusted contact in Latin letters',
    ],
    [
      'trustedContact.familyName',
      isName(familyName),
      'family name of the trusted contact in Latin letters',
    ],
    [
      'trustedContact.emailAddress',
      emailAddress === '' || asciiEmail(emailAddress) !== null,
      'e-mail address of the trusted contact with ASCII letters before the @',
    ],
  ];
};

const AS_IN_PASSPORT = 'in Latin letters, as in the passport';
const STREET = 'street address in Latin letters, with the street’s name and no P.O. box';
const EMAIL_CHARACTERS_MAX = 60;
const STATE_CHARACTERS_MAX = 50;

const isAscii = (text: string): boolean => toAscii(text).leftOver === '';

/** Whether the name is not empty and has a letter. */
const isName = (name: string): boolean => isAscii(name) && /[A-Za-z]/.test(toAscii(name).text);

const isState = (state: string): boolean =>
  isName(state) && toAscii(state).text.length <= STATE_CHARACTERS_MAX;

const isStreet = (street: string): boolean => {
  const { text, leftOver } = toAscii(street);
  return leftOver === '' && /[A-Za-z]/.test(text) && text.length > 1 && !PO_BOX.test(text);
};

const PO_BOX = /\b(p\W*o\W*|post\W+office\W+)box\b/i;

const isZip = (postalCode: string): boolean =>
  isAscii(postalCode) && /^\d{5}/.test(toAscii(postalCode).text);

/** The broker's limit excludes the alias after a plus sign. */
const isEmail = (emailAddress: string): boolean => {
  const email = asciiEmail(emailAddress);
  if (email === null || !/@[^@]+\.[^@]+$/.test(email)) return false;
  return email.replace(/\+[^@]*(?=@)/, '').length <= EMAIL_CHARACTERS_MAX;
};

const taxIdRule = (application: AccountApplication): Rule => {
  const { text, leftOver } = toAscii(application.taxId);
  const isPossible = leftOver === '' && !isMadeUp(text.replaceAll('-', ''));
  switch (taxIdTypeOf(application)) {
    case 'USA_SSN':
      return ['taxId', isPossible && SSN.test(text), 'valid social security number'];
    case 'USA_ITIN':
      return ['taxId', isPossible && ITIN.test(text), 'valid taxpayer number of nine digits'];
    default: {
      const isFine = isPossible && (text === '' || TAX_ID.test(text));
      return ['taxId', isFine, 'valid tax id of Latin letters and digits'];
    }
  }
};

const SSN = /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/;
const ITIN = /^9\d{2}-?\d{2}-?\d{4}$/;
const TAX_ID = /^(?=.*\d)[A-Za-z0-9.+-]{1,40}$/;

/** Whether the id is one repeated digit, or digits in sequence. */
const isMadeUp = (taxId: string): boolean =>
  /^(\d)\1+$/.test(taxId) || (taxId.length > 4 && '1234567890'.startsWith(taxId));
