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
 * Asks a provider for its present view of an object, without changes on either side. Returns one
 * sentence without personal data. @throws the error of the provider's adapter
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
  /** Why; kept in the log. */
  readonly reason: string;
  /** Left out on the command line. */
  readonly by?: Operator;
};

/**
 * Manual closure of an object that waits for a job. Closing stops all sending. If a provider may
 * have the request, the provider's response decides.
 */
export type ManualClosure = {
  /** Name of the job that is waited for. */
  readonly job: string;
  /** Next step, if waiting for the next try is wrong. */
  readonly next?: string;
  /** Effect of closing, or the reason why it is not possible and the alternative; sentences. */
  readonly inWords: string;
  /** Null when it cannot be done. @throws {Refused} when it has ended, or cannot be ended any more. */
  readonly close: ((store: EventStore, id: string, request: CloseRequest) => Promise<void>) | null;
  /** For what the state of one thing makes of it; null where it is as above. */
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

/** For jobs that no feature says anything about. */
const ONLY_ITS_OWN_WORK =
  'Only its own work ends it: what is kept about it must stay complete. Mend the cause, then retry it.';

/** View of a closure. */
export type ClosingView = { readonly possible: boolean; readonly inWords: string };

export const closingView = (closing: ManualClosure | undefined): ClosingView => ({
  possible: closing !== undefined && closing.close !== null,
  inWords: closing?.inWords ?? ONLY_ITS_OWN_WORK,
});

const TRIED_AGAIN = `It is tried again by itself. Once the cause has gone, retry it to have it tried at once; what was sent without an answer is looked up for ${RESEND_AFTER_MS / 1_000} s before it is sent again.`;

/** An unreadable stream must not hide other entries. */
export const adviceOn = async (
  store: Pick<EventStore, 'load'>,
  closing: ManualClosure | undefined,
  id: string,
): Promise<Advice> => {
  const own = await closing?.adviceFor?.(store, id).catch(() => null);
  return own ?? { next: closing?.next ?? TRIED_AGAIN, ...closingView(closing) };
};
