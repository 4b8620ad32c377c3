import { billionthsToDecimal, centsToDecimal } from '#kernel/money.js';
import { asciiEmail } from '#kernel/email.js';
import { firstAddress } from '#kernel/first-address.js';
import { toAscii } from './alpaca-text.js';
import type { AccountApplication, OrderTicket } from './broker.js';

/**
 * Agreement whose time of signing distinguishes our application from others with the same e-mail
 * address.
 */
export const CUSTOMER_AGREEMENT = 'customer_agreement';

/**
 * Maps an application without errors to the broker's account request. Omits empty values. Passes
 * unknown codes in the broker's spelling.
 */
export const accountRequest = (application: AccountApplication): object => ({
  contact: contactOf(application),
  identity: identityOf(application),
  disclosures: disclosuresOf(application),
  agreements: [CUSTOMER_AGREEMENT, 'account_agreement'].map((agreement) => ({
    agreement,
    signed_at: application.agreementSignedAt,
    ip_address: firstAddress(application.agreementIp),
  })),
  ...trustedContactOf(application),
  trading_configurations: CASH_ACCOUNT,
});

/** Without margin and short sales. The broker sends no e-mails about fills. */
export const CASH_ACCOUNT = {
  max_margin_multiplier: '1',
  no_shorting: true,
  trade_confirm_email: 'none',
};

/** Maps an order to the broker's request: a market order for the day with our id. */
export const orderRequest = (ticket: OrderTicket): object => ({
  symbol: ticket.symbol,
  side: ticket.side,
  type: 'market',
  time_in_force: 'day',
  client_order_id: ticket.orderId,
  ...(ticket.quantity === null ? {} : { qty: billionthsToDecimal(ticket.quantity) }),
  ...(ticket.amount === null ? {} : { notional: centsToDecimal(ticket.amount) }),
});

const contactOf = (application: AccountApplication) =>
  present({
    email_address: asciiEmail(application.emailAddress),
    phone_number: application.phone,
    street_address: [asciiOf(application.streetAddress)],
    unit: asciiOf(application.unit),
    city: asciiOf(application.city),
    state: asciiOf(application.state),
    postal_code: asciiOf(application.postalCode),
    country: application.country,
    ...localOf('street_address', application.streetAddress),
    ...localOf('unit', application.unit),
    ...localOf('city', application.city),
    ...localOf('state', application.state),
  });

const identityOf = (application: AccountApplication) =>
  present({
    given_name: asciiOf(application.givenName),
    family_name: asciiOf(application.familyName),
    ...localOf('given_name', application.givenName),
    ...localOf('family_name', application.familyName),
    date_of_birth: application.dateOfBirth,
    tax_id: asciiOf(application.taxId),
    tax_id_type: taxIdTypeOf(application),
    country_of_citizenship: application.countryOfCitizenship,
    country_of_birth: application.countryOfBirth,
    country_of_tax_residence: application.countryOfTaxResidence,
    funding_source:
      application.fundingSource === '' ? [] : [application.fundingSource.toLowerCase()],
    ...rangeOf('annual_income', application.annualIncomeRange),
    ...rangeOf('liquid_net_worth', application.liquidAssetsRange),
    marital_status: MARITAL_STATUS.get(application.maritalStatus),
    permanent_resident: application.permanentResident,
    visa_type: application.visaType,
    visa_expiration_date: application.visaExpirationDate?.slice(0, DATE_CHARACTERS),
    date_of_departure_from_usa: application.dateOfDepartureFromUsa?.slice(0, DATE_CHARACTERS),
  });

const asciiOf = (text: string): string => toAscii(text).text;

/** The original text, if the ASCII form differs. */
const localOf = (field: string, text: string): Record<string, string> =>
  asciiOf(text) === text.trim() ? {} : { [`local_${field}`]: text.trim() };

const disclosuresOf = (application: AccountApplication) =>
  present({
    is_control_person: application.isControlPerson,
    is_affiliated_exchange_or_finra: application.isAffiliatedExchangeOrFinra,
    is_politically_exposed: application.isPoliticallyExposed,
    immediate_family_exposed: application.immediateFamilyExposed,
    employment_status: application.employmentStatus.toLowerCase(),
    employer_name: asciiOf(application.employerName),
    employer_address: asciiOf(application.employerAddress),
    employment_position: asciiOf(application.employmentPosition),
  });

/** The broker requires an e-mail address or a phone number, so a name alone is omitted. */
export const reachableContact = ({ trustedContact }: AccountApplication) =>
  trustedContact?.emailAddress === '' && trustedContact.phone === '' ? null : trustedContact;

const trustedContactOf = (application: AccountApplication) => {
  const trustedContact = reachableContact(application);
  if (trustedContact === null) return {};
  return {
    trusted_contact: present({
      given_name: asciiOf(trustedContact.givenName),
      family_name: asciiOf(trustedContact.familyName),
      email_address: asciiEmail(trustedContact.emailAddress),
      phone_number: trustedContact.phone,
    }),
  };
};

/** Social security numbers never start with 9. Taxpayer numbers of foreigners (ITIN) always do. */
export const taxIdTypeOf = ({ countryOfTaxResidence, taxId }: AccountApplication): string => {
  if (countryOfTaxResidence !== 'USA') return 'NOT_SPECIFIED';
  return taxId.startsWith('9') ? 'USA_ITIN' : 'USA_SSN';
};

const rangeOf = (field: string, code: string): Record<string, number> => {
  const [min, max] = RANGES.get(code) ?? [];
  return {
    ...(min === undefined ? {} : { [`${field}_min`]: min }),
    ...(max === undefined ? {} : { [`${field}_max`]: max }),
  };
};

/** Omits null, undefined and empty text, which the broker would take for given values. */
const present = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  );

const DATE_CHARACTERS = 'YYYY-MM-DD'.length;

const MARITAL_STATUS = new Map([
  ['S', 'SINGLE'],
  ['M', 'MARRIED'],
  ['D', 'DIVORCED'],
  ['W', 'WIDOWED'],
]);

/** From and to, in whole dollars. The highest range is open. */
const RANGES = new Map<string, readonly [number, number?]>([
  ['LT_25K', [0, 25_000]],
  ['25K_50K', [25_000, 50_000]],
  ['50K_100K', [50_000, 100_000]],
  ['100K_250K', [100_000, 250_000]],
  ['250K_500K', [250_000, 500_000]],
  ['500K_1M', [500_000, 1_000_000]],
  ['GT_1M', [1_000_000]],
]);
