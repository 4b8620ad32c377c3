import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { allPersonal, personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { userId: z.string(), partnerId: z.string(), at: z.string() };
const text = z.string();
const maybe = z.string().nullable();

export const traderDetailsSchema = z.object({
  /** Countries are ISO 3166 alpha-3. */
  country: text,
  countryOfTaxResidence: text,
  countryOfBirth: text,
  countryOfCitizenship: text,
  state: text,
  city: text,
  phone: text,
  emailAddress: text,
  legalFirstName: text,
  legalLastName: text,
  /** YYYY-MM-DD */
  dateOfBirth: text,
  residentialAddress: text,
  unitAptNumber: text,
  postalCode: text,
  permanentResident: z.boolean(),
  isVisaHolder: z.boolean(),
  visaType: maybe,
  visaExpirationDate: maybe,
  dateOfDepartureFromUSA: maybe,
  annualHouseholdIncomeRange: text,
  investibleLiquidAssetsRange: text,
  accountFundingSource: text,
  employmentStatus: text,
  nameOfEmployer: text,
  employerAddress: text,
  occupationJobTitle: text,
  trustedContactFirstName: maybe,
  trustedContactLastName: maybe,
  trustedContactEmailAddress: maybe,
  trustedContactPhoneNumber: maybe,
  isAffiliatedExchangeOrFinra: z.boolean(),
  isControlPerson: z.boolean(),
  isPoliticallyExposed: z.boolean(),
  inmediateFamilyExposed: z.boolean(),
  gender: text,
  maritalStatus: text,
  /** IPv4 address from which the user accepted the customer agreement. */
  agreementIp: text,
});

const profile = {
  profileId: z.string(),
  ...allPersonal(traderDetailsSchema.shape),
  /** Encrypted, bound to the user. */
  taxIdSealed: personal(text),
  taxIdMasked: personal(text),
};

const schemas = {
  /** The provider's record of the user, as the service sends it to the broker. */
  TraderProfileCreated: z.object({ ...about, ...profile }),
  /**
   * The whole profile for a new application after the broker refused the account: the user
   * onboarded again, or an operator requested it with a reason.
   */
  TraderProfileReplaced: z.object({ ...about, ...profile, reason: personal(text).optional() }),
  /** Intent record: the service is about to request the account. */
  BrokerAccountStarted: z.object({ ...about, attempt: z.int() }),
  /** The broker rejected the send for its rate limit and did nothing. The worker sends it again. */
  BrokerAccountThrottled: z.object({ ...about, attempt: z.int() }),
  /** The broker has the account. `status` and `reason` are the broker's; operators see the reason. */
  BrokerAccountOpened: z.object({
    ...about,
    accountId: text,
    accountNumber: text,
    status: text,
    reason: personal(maybe),
    findings: personal(z.array(text)).optional(),
  }),
  /** The broker rejected the application, or the worker held it back. The partner reads `reason`. */
  BrokerAccountRefused: z.object({
    ...about,
    reason: text,
    /** The broker's reason with remarks of the service; missing if it equals `reason`. */
    brokerReason: personal(text).optional(),
    /** Another person has an account with this e-mail address, so an operator must ask the broker. */
    emailTaken: z.literal(true).optional(),
    /** The application was not sent: the broker would reject these fields. */
    held: z.array(z.object({ field: text, needed: text })).optional(),
  }),
  /** The broker changed the status, number, reason, findings or blocks. */
  BrokerAccountChanged: z.object({
    ...about,
    accountNumber: text,
    status: text,
    reason: personal(maybe),
    findings: personal(z.array(text)).optional(),
    /** The broker's blocks of the account; missing if the account is not blocked. */
    blocks: z.array(text).optional(),
    before: z.object({ status: text, blocks: z.array(text) }).optional(),
  }),
  /** An operator reviewed the broker's restriction of the account. */
  BrokerAccountReviewed: z.object({ ...about, reason: personal(text), by: text }),
};

export type TraderProfileEvent = EventOf<typeof schemas>;
export const parseTraderProfileEvent = parserOf('profile', schemas, 'userId');
