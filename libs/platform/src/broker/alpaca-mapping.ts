import { billionthsToDecimal, centsToDecimal } from '../core/money.js';
import { toAscii } from './alpaca-text.js';
import type { AccountApplication, OrderTicket } from './broker.js';

/** The agreement whose moment of signing tells our application from others of the same e-mail. */
export const CUSTOMER_AGREEMENT = 'customer_agreement';

/** The broker's account request. Empty values are left out; unknown words pass in its spelling. */
export const accountRequest = (application: AccountApplication): object => ({
  contact: contactOf(application),
  identity: identityOf(application),
  disclosures: disclosuresOf(application),
  agreements: [CUSTOMER_AGREEMENT, 'account_agreement'].map((agreement) => ({
    agreement,
    signed_at: application.agreementSignedAt,
    ip_address: ipv4Of(application.agreementIp),
  })),
  ...trustedContactOf(application),
});

/** The broker's order request: a market order for the day, under our own id. */
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
    email_address: application.emailAddress.trim(),
    phone_number: application.phone,
    street_address: [toAscii(application.streetAddress)],
    unit: toAscii(application.unit),
    city: toAscii(application.city),
    state: toAscii(application.state),
    postal_code: toAscii(application.postalCode),
    country: application.country,
  });

const identityOf = (application: AccountApplication) =>
  present({
    given_name: toAscii(application.givenName),
    family_name: toAscii(application.familyName),
    date_of_birth: application.dateOfBirth,
    tax_id: toAscii(application.taxId),
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

const disclosuresOf = (application: AccountApplication) =>
  present({
    is_control_person: application.isControlPerson,
    is_affiliated_exchange_or_finra: application.isAffiliatedExchangeOrFinra,
    is_politically_exposed: application.isPoliticallyExposed,
    immediate_family_exposed: application.immediateFamilyExposed,
    employment_status: application.employmentStatus.toLowerCase(),
    employer_name: toAscii(application.employerName),
    employer_address: toAscii(application.employerAddress),
    employment_position: toAscii(application.employmentPosition),
  });

/** The broker wants a way to reach the person; a name alone is worse than none. */
const trustedContactOf = ({ trustedContact }: AccountApplication) => {
  if (trustedContact === null) return {};
  if (trustedContact.emailAddress === '' && trustedContact.phone === '') return {};
  return {
    trusted_contact: present({
      given_name: toAscii(trustedContact.givenName),
      family_name: toAscii(trustedContact.familyName),
      email_address: trustedContact.emailAddress,
      phone_number: trustedContact.phone,
    }),
  };
};

/** No social security number starts with 9; the taxpayer numbers of foreigners all do. */
const taxIdTypeOf = ({ countryOfTaxResidence, taxId }: AccountApplication): string => {
  if (countryOfTaxResidence !== 'USA') return 'NOT_SPECIFIED';
  return taxId.startsWith('9') ? 'USA_ITIN' : 'USA_SSN';
};

/** The request has room for IPv4 alone; a dual-stack socket writes one inside an IPv6 address. */
const ipv4Of = (ip: string): string => {
  if (ip === '::1') return '127.0.0.1';
  return ip.replace(/^::ffff:/i, '');
};

const rangeOf = (field: string, code: string): Record<string, number> => {
  const [min, max] = RANGES.get(code) ?? [];
  return {
    ...(min === undefined ? {} : { [`${field}_min`]: min }),
    ...(max === undefined ? {} : { [`${field}_max`]: max }),
  };
};

/** Without the properties the broker would take for an answer: null, undefined and empty text. */
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

/** Whole dollars, from and to; the highest has no upper end. */
const RANGES = new Map<string, readonly [number, number?]>([
  ['LT_25K', [0, 25_000]],
  ['25K_50K', [25_000, 50_000]],
  ['50K_100K', [50_000, 100_000]],
  ['100K_250K', [100_000, 250_000]],
  ['250K_500K', [250_000, 500_000]],
  ['500K_1M', [500_000, 1_000_000]],
  ['GT_1M', [1_000_000]],
]);
