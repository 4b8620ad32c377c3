import type { EventStore } from '#kernel/event-store/event-store.js';
import { type AttentionEntry, WITHOUT_JOB } from './attention-entry.js';

type OpenFinding = Pick<AttentionEntry, 'subjectId' | 'since' | 'next'> & {
  readonly inWords: string;
  /** Alternative to a retry or a closure. */
  readonly instead: string;
};

/**
 * An open finding of a check, or a check that does not run. Each list reads it from the log, so it
 * appears and disappears with its event.
 */
export type Finding = {
  /** The entry is `finding-<about>`. */
  readonly about: string;
  /** Returns null when nothing is open. @throws the error of the log. */
  readonly open: (store: Pick<EventStore, 'load'>, now: Date) => Promise<OpenFinding | null>;
};

export type FindingEntry = AttentionEntry & { readonly kind: 'finding' };

/** Returns the open findings. @throws the error of the log. */
export const openFindings = async (
  store: Pick<EventStore, 'load'>,
  findings: readonly Finding[],
  now: Date,
): Promise<readonly FindingEntry[]> => {
  const all = await Promise.all(
    findings.map(async ({ about, open }) => ({ about, found: await open(store, now) })),
  );
  return all.flatMap(({ about, found }) => (found === null ? [] : [entryOf(about, found)]));
};

const entryOf = (about: string, { inWords, instead, ...entry }: OpenFinding): FindingEntry => ({
  ...WITHOUT_JOB,
  ...entry,
  id: `finding-${about}`,
  kind: 'finding',
  about,
  partnerId: null,
  lastError: inWords,
  history: [],
  closing: { possible: false, inWords: instead },
});
