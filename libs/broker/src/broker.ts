import type { Billionths, Cents } from '#kernel/money.js';
import type { BrokerChanges } from './broker-changes.js';
import type { BrokerViews } from './broker-views.js';
import type {
  BrokerAccount,
  BrokerJournal,
  BrokerOrder,
  JournalDirection,
  ListedJournal,
  ListedOrder,
  TransferableCash,
} from './broker-records.js';

/** Data that the broker needs to open an account, in our codes. The adapter maps them. */
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
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly taxId: string;
  readonly countryOfCitizenship: string;
  readonly countryOfBirth: string;
  readonly countryOfTaxResidence: string;
  /** For example `EMPLOYMENT_INCOME`. */
  readonly fundingSource: string;
  /** For example `25K_50K`. */
  readonly annualIncomeRange: string;
  readonly liquidAssetsRange: string;
  readonly employmentStatus: string;
  readonly employerName: string;
  readonly employerAddress: string;
  readonly employmentPosition: string;
  /** `S`, `M`, `D`, `W` or empty. */
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
   * Time when the user accepted the customer agreement, ISO 8601 with milliseconds. Fixed once per
   * application, so that a look-up by e-mail can recognize our account.
   */
  readonly agreementSignedAt: string;
  readonly agreementIp: string;
};

/**
 * A field of an application that the broker would reject, and a description of the required value.
 */
export type ApplicationError = { readonly field: string; readonly needed: string };

export type OrderTicket = {
  readonly orderId: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  /** Exactly one of these two is given. */
  readonly quantity: Billionths | null;
  readonly amount: Cents | null;
};

/**
 * Outcome of a send.
 * `refused`: the broker's final rejection, in its own envelope.
 * `exists`: the broker already knows our id. Look it up.
 * `unclear`: a rejection as plain text. A proxy may have sent it although the broker executed the
 * request. Look it up.
 * `throttled`: the broker accepts no calls now and did nothing. Send again later.
 * Other failures throw `OutcomeUnknown` and require a look-up, never a blind repeat. They are
 * timeouts, resets, 404 and 5xx without the envelope, 408, 425, a 429 as plain text, and unreadable
 * responses.
 */
export type Sent<Thing> =
  | { readonly kind: 'accepted'; readonly value: Thing }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'exists' | 'unclear'; readonly reason: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number };

/** Moves `amount` between the firm account and this account under our key. */
export type JournalRequest = {
  /** The journal's idempotency key. The description repeats it. */
  readonly journalKey: string;
  readonly accountId: string;
  readonly direction: JournalDirection;
  readonly amount: Cents;
};

/** `since`: the earliest possible send, ISO 8601, or null to search all days. */
export type JournalSearch = Omit<JournalRequest, 'amount'> & { readonly since: string | null };

/** `short`: the account that gives the money does not cover the journal. */
export type JournalSent = Sent<BrokerJournal> | { readonly kind: 'short'; readonly reason: string };

/**
 * A message of a broker event stream. It only signals a change. The receiver reads the current
 * state from the broker.
 */
export type BrokerNotification = {
  /** The provider's event id, for recognizing repeats; null if it omits one. */
  readonly eventId: string | null;
} & (
  | { readonly stream: 'accounts'; readonly accountId: string }
  | {
      readonly stream: 'journals';
      readonly journalId: string;
      /** Our key; null for a third-party journal. */
      readonly journalKey: string | null;
      /** `arrival`: the broker only received it. `correction`: it changes an earlier credit. */
      readonly change: 'arrival' | 'progress' | 'correction';
    }
  | {
      readonly stream: 'trades';
      readonly clientOrderId: string;
      /** `arrival`: the broker only received it. `correction`: it changes an earlier trade. */
      readonly change: 'arrival' | 'progress' | 'correction';
    }
);

/** Notifications that arrived together, and the cursor after them; null: live only. */
export type NotificationBatch = {
  readonly notifications: readonly BrokerNotification[];
  readonly cursor: string | null;
};

/** Cash of the pre-funded account. `transferable`: cash that journals may still use. */
export type FirmBalance = { readonly cash: Cents; readonly transferable: Cents };

/** Sends that follow an intent record. */
export type BrokerSend = 'account' | 'configuration' | 'journal' | 'order';

/** The US broker, as this service uses it. Every call passes the correlation id on. */
export interface Broker {
  /**
   * Waits until one send may begin. Call it before you record an intent, and send at once.
   * @throws {CircuitOpen} if such sends failed too often in a row
   * @throws {ProviderBusy} if the wait is too long
   */
  requireReady(send: BrokerSend): Promise<void>;

  /**
   * Returns the fields that the broker would reject. An application with errors must not be sent.
   */
  applicationErrors(application: AccountApplication): readonly ApplicationError[];
  openAccount(application: AccountApplication, correlationId: string): Promise<Sent<BrokerAccount>>;
  /**
   * Looks up an application that may have been sent; null if the broker does not have its account.
   */
  findAccount(
    application: AccountApplication,
    correlationId: string,
  ): Promise<BrokerAccount | null>;
  /** Includes the blocks while it is `ACTIVE`. */
  getAccount(accountId: string, correlationId: string): Promise<BrokerAccount>;

  /** Removes margin and short sales from an account. The call is idempotent. */
  configureAccount(accountId: string, correlationId: string): Promise<Sent<object>>;
  /** Returns whether the account has that configuration. */
  isConfigured(accountId: string, correlationId: string): Promise<boolean>;

  createJournal(request: JournalRequest, correlationId: string): Promise<JournalSent>;
  /** Looks up a journal by our key; null if it does not exist. */
  findJournal(request: JournalSearch, correlationId: string): Promise<BrokerJournal | null>;
  /** Returns null if the broker does not have it. */
  getJournal(journalId: string, correlationId: string): Promise<BrokerJournal | null>;
  /**
   * Finds a journal by the broker's id; null if it does not exist or does not involve the firm
   * account.
   */
  findJournalById(journalId: string, correlationId: string): Promise<ListedJournal | null>;
  /**
   * Lists every journal between the firm account and this account, in both directions. `audit`:
   * lowest priority, with a longer wait.
   */
  listJournals(accountId: string, audit?: 'audit'): Promise<readonly ListedJournal[]>;

  /** Returns the current cash of the pre-funded firm account. */
  getFirmBalance(correlationId: string): Promise<FirmBalance>;

  /** Returns the cash that a withdrawal may take from a user's account now. */
  getTransferableCash(accountId: string, correlationId: string): Promise<TransferableCash>;

  /**
   * Lists journals of the firm account that may reverse a transaction. Journals since
   * `endedSince` were not executed or were reversed. Journals since `mirroredSince` move money to
   * the firm account, and include withdrawals.
   */
  listReversals(
    since: { readonly endedSince: Date; readonly mirroredSince: Date },
    correlationId: string,
  ): Promise<readonly ListedJournal[]>;

  /** Lists journals since this time that move money from the firm account to these accounts. */
  listCredits(
    request: { readonly accountIds: ReadonlySet<string>; readonly since: Date },
    correlationId: string,
  ): Promise<readonly ListedJournal[]>;

  createOrder(ticket: OrderTicket, correlationId: string): Promise<Sent<BrokerOrder>>;
  findOrder(
    request: { readonly orderId: string; readonly accountId: string },
    correlationId: string,
  ): Promise<BrokerOrder | null>;
  /** Lists every order of this account, of any origin, for reconciliation. */
  listOrders(accountId: string): Promise<readonly ListedOrder[]>;
  /** Returns `false` if the broker can no longer cancel it. */
  cancelOrder(
    request: { readonly brokerOrderId: string; readonly accountId: string },
    correlationId: string,
  ): Promise<boolean>;

  /**
   * Yields the notifications of one stream in batches until the signal aborts. Reconnects
   * automatically and resumes after `cursor` (null: live only). Delivers at least once, in any
   * order. Skips and counts unreadable messages, and moves the cursor past them.
   */
  notifications(
    stream: BrokerNotification['stream'],
    cursor: string | null,
    signal: AbortSignal,
  ): AsyncIterable<NotificationBatch>;

  /** Reads for people: balances, positions, assets and market hours. */
  readonly views: BrokerViews;

  /** Returns a reader for one reconciliation run, which counts its calls. */
  changes(): BrokerChanges;
}
