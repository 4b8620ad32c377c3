import type { EventStore } from '../event-store/event-store.js';
import type { AttentionEntry } from './attention-entry.js';

type Said = Pick<AttentionEntry, 'subjectId' | 'since' | 'next'> & {
  readonly inWords: string;
  /** What to do instead of retrying or closing it. */
  readonly instead: string;
};

/**
 * What a check has found, or that it does not run. It is read from the log at
 * every look, so it is listed and goes with the event that says so, and no job waits for it.
 */
export type Finding = {
  /** The entry is `finding-<about>`. */
  readonly about: string;
  /** Null when nothing is open. @throws what the log does. */
  readonly open: (store: Pick<EventStore, 'load'>, now: Date) => Promise<Said | null>;
};

export type FindingEntry = AttentionEntry & { readonly kind: 'finding' };

/** Those that are open. @throws what the log does. */
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
  ...said,
  id: `finding-${about}`,
  kind: 'finding',
  about,
  partnerId: null,
  userId: null,
  amount: null,
  state: 'stuck',
  waitsFor: null,
  tries: 0,
  lastTriedAt: null,
  lastError: inWords,
  history: [],
  closing: { possible: false, inWords: instead },
});
