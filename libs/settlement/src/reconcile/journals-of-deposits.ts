import { NAMES_MAX, type RequestedDeposit } from '#funding';
import type { ListedJournal } from '#platform/broker/broker.js';

export type SortedJournals<Journal> = {
  /** Of the deposit with this id. */
  readonly of: (depositId: string) => readonly Journal[];
  /** Of no deposit. */
  readonly extra: readonly Journal[];
  /** The deposit that a journal names, in whichever account. */
  readonly namedBy: (journal: Journal) => RequestedDeposit | undefined;
};

/**
 * A journal is of the deposit that it names, by our key or by the id of a journal that does, if it
 * is of the deposit's account too; anybody may write any name. Else it is of the deposit that the log
 * has it of, wherever it went.
 */
export const sortJournals = <Journal extends ListedJournal>(
  deposits: readonly RequestedDeposit[],
  journals: readonly Journal[],
): SortedJournals<Journal> => {
  const byName = new Map<string, RequestedDeposit>();
  const byJournal = new Map<string, RequestedDeposit>();
  for (const deposit of deposits) {
    const { depositId, journalId, credits } = deposit;
    byName.set(depositId, deposit);
    for (const id of [...(journalId === null ? [] : [journalId]), ...Object.keys(credits)]) {
      byName.set(id, deposit);
      if (!byJournal.has(id)) byJournal.set(id, deposit);
    }
  }
  const keys = new Map(journals.map(({ id, journalKey }) => [id, journalKey]));
  const namedBy = ({ journalKey }: Journal) => {
    let key: string | null = journalKey;
    for (let steps = 0; key !== null && steps < NAMES_MAX; steps++) {
      const named = byName.get(key);
      if (named !== undefined) return named;
      key = keys.get(key) ?? null;
    }
    return undefined;
  };
  const ownerOf = (journal: Journal): string | null => {
    const named = namedBy(journal);
    const owner = named?.accountId === journal.accountId ? named : byJournal.get(journal.id);
    return owner?.depositId ?? null;
  };
  const byOwner = Map.groupBy(journals, ownerOf);
  return {
    of: (depositId) => byOwner.get(depositId) ?? [],
    extra: byOwner.get(null) ?? [],
    namedBy,
  };
};
