import { Refused } from '../core/refused.js';
import { RESEND_AFTER_MS } from '../core/timing.js';
import type { EventStore } from '../event-store/event-store.js';
import type { Operator } from '../event-store/operator-cause.js';

export type CloseRequest = {
  /** Why; kept in the log. */
  readonly reason: string;
  /** Left out on the command line. */
  readonly by?: Operator;
};

/**
 * How people end something that waits for a job. What may have reached a provider is never ended by
 * their word alone: closing stops all sending, and then the provider's answer decides.
 */
export type Closing = {
  /** Name of the job that is waited for. */
  readonly job: string;
  /** What to do, where it is not to wait for the next try. */
  readonly next?: string;
  /** What closing does, or why it cannot be done and what to do instead; sentences. */
  readonly inWords: string;
  /** Null when it cannot be done. @throws {Refused} when it has ended, or cannot be ended any more. */
  readonly close: ((store: EventStore, id: string, request: CloseRequest) => Promise<void>) | null;
  /** For what the state of one thing makes of it; null where it is as above. */
  readonly adviceFor?: (store: Pick<EventStore, 'load'>, id: string) => Promise<Advice | null>;
};

/** What the list says of one thing: `possible` is what closing it would answer now. */
export type Advice = ClosingView & { readonly next: string };

/** What a closing would be refused with now, as a sentence; null when it would be done. */
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

/** What can be told of closing an entry. */
export type ClosingView = { readonly possible: boolean; readonly inWords: string };

export const closingView = (closing: Closing | undefined): ClosingView => ({
  possible: closing !== undefined && closing.close !== null,
  inWords: closing?.inWords ?? ONLY_ITS_OWN_WORK,
});

const TRIED_AGAIN = `It is tried again by itself. Once the cause has gone, retry it to have it tried at once; what was sent without an answer is looked up for ${RESEND_AFTER_MS / 1_000} s before it is sent again.`;

/** A stream that cannot be read takes no other entry from the list. */
export const adviceOn = async (
  store: Pick<EventStore, 'load'>,
  closing: Closing | undefined,
  id: string,
): Promise<Advice> => {
  const own = await closing?.adviceFor?.(store, id).catch(() => null);
  return own ?? { next: closing?.next ?? TRIED_AGAIN, ...closingView(closing) };
};
