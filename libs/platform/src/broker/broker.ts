import type { Billionths, Cents } from '../core/money.js';
import type { BrokerChanges } from './broker-changes.js';
import type {
  BrokerAccount,
  BrokerJournal,
  BrokerOrder,
  ListedJournal,
  ListedOrder,
} from './broker-records.js';

/** What the broker must know to open an account. Codes are ours; the adapter maps them. */
export type AccountApplication = {
  readonly emailAddress: string;
  readonly phone: string;
  readonly streetAddress: string;
  readonly unit: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  /** ISO 3166 alpha-3, like every country here. */
  readonly country: string;
  readonly givenName: string;
  readonly familyName: string;
  /** YYYY-MM-DD */
  readonly dateOfBirth: string;
  readonly taxId: string;
  readonly countryOfCitizenship: string;
  readonly countryOfBirth: string;
  readonly countryOfTaxResidence: string;
  /** `EMPLOYMENT_INCOME` … (decisions on the trader profile's codes) */
  readonly fundingSource: string;
  /** `25K_50K` … */
  readonly annualIncomeRange: string;
  readonly liquidAssetsRange: string;
  readonly employmentStatus: string;
  readonly employerName: string;
  readonly employerAddress: string;
  readonly employmentPosition: string;
  /** `S M D W`, or empty */
  readonly maritalStatus: string;
  readonly permanentResident: boolean;
  readonly visaType: string | null;
  readonly visaExpirationDate: string | null;
  readonly dateOfDepartureFromUsa: string | null;
  readonly isControlPerson: boolean;
  readonly isAffiliatedExchangeOrFinra: boolean;
  readonly isPoliticallyExposed: boolean;
  readonly immediateFamilyExposed: boolean;
  readonly trustedContact: {
    readonly givenName: string;
    readonly familyName: string;
    readonly emailAddress: string;
    readonly phone: string;
  } | null;
  /**
   * ISO 8601 with milliseconds: when the user agreed to the customer agreement. Fixed once per
   * application, so that a look-up by e-mail can tell our account from somebody else's.
   */
  readonly agreementSignedAt: string;
  readonly agreementIp: string;
};

export type OrderTicket = {
  readonly orderId: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Exactly one of the two is given. */
  readonly quantity: Billionths | null;
  readonly amount: Cents | null;
};

/**
 * What a send came to. `refused` is a final answer of the broker, in its own envelope; `exists` says
 * our id is already known there: look it up; `unclear` is a "no" in mere words, which an edge may
 * have said of what was executed: look it up as well; `throttled`: the broker, in its own envelope, takes
 * no more calls for now, and did nothing: the same is sent again after a while. Everything else (time-outs, resets, 404 and 5xx
 * without the envelope, 408, 425, a 429 in mere words, an answer that cannot be read) is thrown as `OutcomeUnknown`
 * and leads to a look-up, never to a blind repeat.
 */
export type Sent<Thing> =
  | { readonly kind: 'accepted'; readonly value: Thing }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'exists' | 'unclear'; readonly reason: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

/** `short`: the pre-funded account does not cover the journal; it waits, it has not failed. */
export type JournalSent = Sent<BrokerJournal> | { readonly kind: 'short'; readonly reason: string };

export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** One message of a broker event stream: a hint that something changed, never the truth itself. */
export type BrokerHint = {
  /** The provider's own event id, to know a repeat by; null when it gave none. */
  readonly eventId: string | null;
} & (
  | { readonly stream: 'accounts'; readonly accountId: string }
  | {
      readonly stream: 'journals';
      readonly journalId: string;
      /** As we gave it; null when it cannot be one of ours. */
      readonly journalKey: string | null;
      /** `arrival`: only that the broker has it; `correction`: it changes what another credited. */
      readonly tells: 'arrival' | 'progress' | 'correction';
    }
  | {
      readonly stream: 'trades';
      readonly clientOrderId: string;
      /** `arrival`: only that the broker has it; `correction`: a trade that was told is changed. */
      readonly tells: 'arrival' | 'progress' | 'correction';
    }
);

/** Hints that came together, and where the stream is to be resumed after them; null: live only. */
export type HintBatch = { readonly hints: readonly BrokerHint[]; readonly cursor: string | null };

/** Cash of the pre-funded account. `transferable`: what journals may still take. */
export type FirmBalance = { readonly cash: Cents; readonly transferable: Cents };

/** What is sent to the broker behind a fence. */
export type BrokerSend = 'account' | 'journal' | 'order';

/** The US broker, as this service needs it. Every call carries the correlation id onward. */
export interface Broker {
  /**
   * To be asked before a fence: waits until the broker's limit allows for one more send, which is to
   * follow at once.
   * @throws {CircuitOpen} when such sends failed too often in a row
   * @throws {ProviderBusy} when its turn does not come within seconds
   */
  requireReady(send: BrokerSend): Promise<void>;

  openAccount(application: AccountApplication, correlationId: string): Promise<Sent<BrokerAccount>>;
  /** Look-up of an application that may have been sent; null when the broker has none of ours. */
  findAccount(
    application: AccountApplication,
    correlationId: string,
  ): Promise<BrokerAccount | null>;
  /** With its blocks while it is `ACTIVE`. */
  getAccount(accountId: string, correlationId: string): Promise<BrokerAccount>;

  /** Moves `amount` from the pre-funded firm account; `journalKey` is the idempotency key. */
  createJournal(
    request: { readonly journalKey: string; readonly accountId: string; readonly amount: Cents },
    correlationId: string,
  ): Promise<JournalSent>;
  /**
   * Look-up by our key; null when there is none. The broker is asked about the days from `since`
   * on (ISO 8601: when it may have been sent first), or about all there are (null).
   */
  findJournal(
    request: {
      readonly journalKey: string;
      readonly accountId: string;
      readonly since: string | null;
    },
    correlationId: string,
  ): Promise<BrokerJournal | null>;
  /** Null when the broker has none under this id. */
  getJournal(journalId: string, correlationId: string): Promise<BrokerJournal | null>;
  /** A journal by the broker's id; null when there is none, or it is none of the firm account's. */
  findJournalById(journalId: string, correlationId: string): Promise<ListedJournal | null>;
  /**
   * Every journal between the firm account and this account, in both directions. `audit`: it waits
   * behind everything else, and for longer.
   */
  listJournals(accountId: string, audit?: 'audit'): Promise<readonly ListedJournal[]>;

  /** How much the pre-funded firm account holds now. */
  getFirmBalance(correlationId: string): Promise<FirmBalance>;

  /**
   * Journals created since then that may take money back: those from the firm account whose money
   * did not move in the end, and all that go to it.
   */
  listReversals(since: Date, correlationId: string): Promise<readonly ListedJournal[]>;

  createOrder(ticket: OrderTicket, correlationId: string): Promise<Sent<BrokerOrder>>;
  /** `recheck`: nobody waits for it, so it waits behind every look-up of what is open. */
  findOrder(
    request: { readonly orderId: string; readonly accountId: string },
    correlationId: string,
    recheck?: 'recheck',
  ): Promise<BrokerOrder | null>;
  /** Every order of this account, whoever placed it, for reconciliation. */
  listOrders(accountId: string): Promise<readonly ListedOrder[]>;
  /** `false`: the broker says it can no longer be cancelled. */
  cancelOrder(
    request: { readonly brokerOrderId: string; readonly accountId: string },
    correlationId: string,
  ): Promise<boolean>;

  /**
   * Hints of one stream until the signal aborts, those that came together together; reconnects by
   * itself, resuming after `cursor` (null: live only). At least once, in no promised order. What
   * cannot be read is skipped and counted, and the cursor moves past it.
   */
  hints(
    stream: BrokerHint['stream'],
    cursor: string | null,
    signal: AbortSignal,
  ): AsyncIterable<HintBatch>;

  /** For one run of a reconciliation, whose calls are counted together. */
  changes(): BrokerChanges;
}
