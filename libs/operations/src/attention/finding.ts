import type { EventStore } from '#kernel/event-store/event-store.js';
import { type AttentionEntry, WITHOUT_JOB } from './attention-entry.js';

type Said = Pick<AttentionEntry, 'subjectId' | 'since' | 'next'> & {
  readonly inWords: string;
  /** Alternative to a retry or a closure. */
  readonly instead: string;
};

/**
 * An open finding of a check, or a check that does not run. Each list reads it from the log, so it
 * appears and disappears with its event. No job waits for it.
 */
export type Finding = {
  /** The entry is `finding-<about>`. */
  readonly about: string;
  /** Null when nothing is open. @throws what the log does. */
  readonly open: (store: Pick<EventStore, 'load'>, now: Date) => Promise<Said | null>;
};

export type FindingEntry = AttentionEntry & { readonly kind: 'finding' };

/** Returns the open findings. @throws the error of the log. */
export const openFindings = async (
  store: Pick<EventStore, 'load'>,
  findings: readonly Finding[],
  now: Date,
): Promise<readonly FindingEntry[]> => {
  const said = await Promise.all(
    findings.map(async ({ about, open }) => ({ about, found: await open(store, now) })),
  );
  return said.flatMap(({ about, found }) => (found === null ? [] : [entryOf(about, found)]));
};

const entryOf = (about: string, { inWords, instead, ...said }: Said): FindingEntry => ({
  ...WITHOUT_JOB,
  ...said,
  id: `finding-${about}`,
  kind: 'finding',
  about,
  partnerId: null,
  lastError: inWords,
  history: [],
  closing: { possible: false, inWords: instead },
});
