import { NAMES_MAX, type RequestedDeposit } from '#funding';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { ownValue } from '#platform/core/own-value.js';

export type SortedJournals<Journal> = {
  /** Of the deposit with this id, in an order that no list of the broker changes. */
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
  const byId = new Map(deposits.map((deposit) => [deposit.depositId, deposit]));
  const byJournal = new Map<string, RequestedDeposit>();
  for (const deposit of deposits) {
    const { journalId, credits } = deposit;
    if (journalId !== null && !byJournal.has(journalId)) byJournal.set(journalId, deposit);
    // Of two that have had it, the one that counts it.
    for (const [id, amount] of Object.entries(credits)) {
      const before = byJournal.get(id);
      const counted = ownValue(before?.credits ?? {}, id) ?? 0n;
      if (before === undefined || (counted === 0n && amount !== 0n)) byJournal.set(id, deposit);
    }
  }
  const keys = new Map(journals.map(({ id, journalKey }) => [id, journalKey]));
  const follow = (
    name: string | null,
    isFit: (deposit: RequestedDeposit) => boolean,
    steps = NAMES_MAX,
  ): RequestedDeposit | undefined => {
    if (name === null || steps === 0) return undefined;
    const named = byId.get(name) ?? follow(keys.get(name) ?? null, isFit, steps - 1);
    if (named !== undefined && isFit(named)) return named;
    const holder = byJournal.get(name);
    return holder !== undefined && isFit(holder) ? holder : undefined;
  };
  const namedBy = ({ journalKey, accountId }: Journal) =>
    follow(journalKey, (deposit) => deposit.accountId === accountId) ??
    follow(journalKey, () => true);
  const ownerOf = (journal: Journal): string | null => {
    const named = namedBy(journal);
    const owner = named?.accountId === journal.accountId ? named : byJournal.get(journal.id);
    return owner?.depositId ?? null;
  };
  const byOwner = Map.groupBy(journals, ownerOf);
  return {
    of: (depositId) => (byOwner.get(depositId) ?? []).toSorted(inOrder),
    extra: byOwner.get(null) ?? [],
    namedBy,
  };
};

const inOrder = (one: ListedJournal, other: ListedJournal): number => (one.id < other.id ? -1 : 1);
