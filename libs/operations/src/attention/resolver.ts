import type { Broker } from '#broker/broker.js';
import type { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { IdentityProvider } from '#identity/identity-provider.js';
import { Refused } from '#kernel/refused.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { RESEND_AFTER_MS } from '#kernel/timing.js';

export type LookUpParts = {
  readonly store: EventStore;
  readonly broker: Broker;
  readonly identity: IdentityProvider;
  readonly secrets: SecretCipher;
};

/**
 * Asks a provider for the current state of an object, read-only. Returns one sentence without
 * personal data. @throws the error of the provider's adapter.
 */
export type LookUp = (parts: LookUpParts, id: string, correlationId: string) => Promise<string>;

/** Row of the table of resolvers: how operators look up and end the stuck work of a stream. */
export type Resolver = {
  /** Category of the stream. */
  readonly category: string;
  /** Missing if no provider has such objects. */
  readonly lookUp?: LookUp;
  readonly closings: readonly ManualClosure[];
};

export type CloseRequest = {
  /** Reason, stored in the event. */
  readonly reason: string;
  /** Missing on the command line. */
  readonly by?: Operator;
};

/**
 * Manual closure of an object that waits for a job. Closing stops all sending. If a provider may
 * have the request, the provider's response decides.
 */
export type ManualClosure = {
  /** Name of the job that would advance the object. */
  readonly job: string;
  /** Next step, if the operator should not wait for the next attempt. */
  readonly next?: string;
  /**
   * Effect of closing, or the reason why closing is impossible and the alternative; in sentences.
   */
  readonly inWords: string;
  /**
   * Closes the object; null if closing is impossible. @throws {Refused} when the object has ended
   * or can no longer be closed.
   */
  readonly close: ((store: EventStore, id: string, request: CloseRequest) => Promise<void>) | null;
  /** Returns advice for the state of one object; null if the fields above apply. */
  readonly adviceFor?: (store: Pick<EventStore, 'load'>, id: string) => Promise<Advice | null>;
};

/** Advice about one object: `possible` says whether it can be closed now. */
export type Advice = ClosingView & { readonly next: string };

/** Returns the error of a closure now, as a sentence; null when it would succeed. */
export const refusalOf = (decide: () => unknown): string | null => {
  try {
    decide();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
};

/** Advice for jobs without a registered closure. */
const CANNOT_BE_CLOSED =
  'This entry cannot be closed, because its records must stay complete. Correct the cause, then retry it.';

/** View of a closure. */
export type ClosingView = { readonly possible: boolean; readonly inWords: string };

export const closingView = (closing: ManualClosure | undefined): ClosingView => ({
  possible: closing !== undefined && closing.close !== null,
  inWords: closing?.inWords ?? CANNOT_BE_CLOSED,
});

const AUTOMATIC_RETRY = `The worker retries it automatically. After the cause is gone, retry it to start an attempt at once. A request without a response is looked up for ${RESEND_AFTER_MS / 1_000} s before it is sent again.`;

/**
 * Returns the advice for one object. An unreadable stream gets the general advice, because an error
 * would hide the other entries.
 */
export const adviceOn = async (
  store: Pick<EventStore, 'load'>,
  closing: ManualClosure | undefined,
  id: string,
): Promise<Advice> => {
  const specific = await closing?.adviceFor?.(store, id).catch(() => null);
  return specific ?? { next: closing?.next ?? AUTOMATIC_RETRY, ...closingView(closing) };
};
