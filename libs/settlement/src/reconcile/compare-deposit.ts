import { ownValue } from '#platform/core/own-value.js';
import { type RequestedDeposit, UNDONE, netCents, takenBackBy } from '#funding';
import type { ListedJournal } from '#platform/broker/broker.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Difference } from './difference.js';
import type { DifferenceKind } from './difference-kinds.js';

const EXECUTED = ['executed', 'activity_created'];

export type Found = Pick<Difference, 'kind' | 'what' | 'journalId'>;

/** What the two sides say where they do not agree. */
export const compareDeposit = (
  deposit: RequestedDeposit,
  all: readonly ListedJournal[],
): readonly Found[] => {
  const { status, accountId, journalId, credits } = deposit;
  const journals = withoutTakenBack(deposit, all);
  const toUser = journals.filter(({ direction }) => direction === 'to_user');
  const own =
    toUser.find(({ id }) => id === journalId) ??
    toUser.find((journal) => journal.status === 'correct') ??
    toUser.find(isExecuted) ??
    toUser[0];
  const isCredited = status === 'completed' || status === 'reversed';
  if (own === undefined) {
    const what = `${status} in the log, no journal at the broker`;
    const missing = { kind: 'deposit_missing_at_broker', what, journalId } as const;
    const others = journals.flatMap((each) => compareOther(deposit, each));
    return isCredited ? [missing, ...others] : others;
  }
  const isCorrected = own.status === 'correct';
  const doubled = toUser.filter(
    (each) => !(isCorrected || each === own || Object.hasOwn(credits, each.id) || isUndone(each)),
  );
  if (doubled.length > 0 && !isUndone(own)) {
    const ids = [own, ...doubled].map(({ id }) => id).join(', ');
    const what = `once in the log, ${doubled.length + 1} journals at the broker: ${ids}`;
    return [{ kind: 'deposit_twice', what, journalId: doubled[0]!.id }];
  }
  const decided = status !== 'pending' && status !== 'processing';
  const executed = isExecuted(own);
  const counts = isCredited && (ownValue(credits, own.id) ?? 0n) !== 0n;
  const net = centsToDecimal(netCents(deposit));
  const found = (isDifferent: boolean, kind: DifferenceKind, what: string): readonly Found[] =>
    isDifferent ? [{ kind, what, journalId: own.id }] : [];
  return [
    ...found(
      decided && executed !== counts,
      executed ? 'deposit_executed' : 'deposit_not_executed',
      `${status} in the log, journal ${own.id} is ${own.status} at the broker`,
    ),
    ...found(
      !isUndone(own) && own.amount !== (counts ? ownValue(credits, own.id) : netCents(deposit)),
      'deposit_amount',
      `net ${net} in the log, ${own.amountText} at the broker`,
    ),
    ...found(
      own.accountId !== accountId,
      'deposit_account',
      `account ${accountId} in the log, ${own.accountId} at the broker`,
    ),
    ...found(
      journalId !== null && journalId !== own.id && (executed || status !== 'reversed'),
      'deposit_journal_id',
      `journal ${journalId} in the log, ${own.id} at the broker`,
    ),
    ...doubled.map((each) => foreignCredit(status, own, each)),
    ...journals
      .filter((each) => each !== own && !doubled.includes(each))
      .flatMap((each) => compareOther(deposit, each)),
  ];
};

/** A doubled credit and what took it back, which are in no books, come to nothing. */
const withoutTakenBack = (
  { credits }: RequestedDeposit,
  journals: readonly ListedJournal[],
): readonly ListedJournal[] => {
  const others = journals.filter((each) => !Object.hasOwn(credits, each.id) && isExecuted(each));
  const toUser = others.filter(({ direction }) => direction === 'to_user');
  const toFirm = others.filter(({ direction }) => direction === 'to_firm');
  const taken = takenBackBy(toUser, toFirm, ({ journalKey }) => journalKey);
  const pairs = toUser.flatMap((credit) => {
    const back = taken.get(credit.id);
    return back?.amount === credit.amount ? [credit, back] : [];
  });
  return journals.filter((each) => !pairs.includes(each));
};

const foreignCredit = (status: string, own: ListedJournal, other: ListedJournal): Found => {
  const { id, amountText } = other;
  const what = `${status} in the log, its journal ${own.id} is ${own.status}, and journal ${id} is ${other.status} over ${amountText} at the broker`;
  return { kind: 'deposit_foreign_credit', what, journalId: id };
};

/** A journal that takes back or corrects what another credited. */
const compareOther = ({ credits }: RequestedDeposit, journal: ListedJournal): readonly Found[] => {
  const { id, status, amount, amountText, direction } = journal;
  const moved = isExecuted(journal) ? amount : cents(0);
  const known = ownValue(credits, id) ?? cents(0);
  if (moved !== null && known === (direction === 'to_user' ? moved : -moved)) return [];
  const way = direction === 'to_user' ? 'to the user' : 'back to the firm account';
  const what = `journal ${id} ${way}: ${centsToDecimal(known)} in the log, ${status} over ${amountText} at the broker`;
  return [{ kind: kindOf(direction), what, journalId: id }];
};

/** What the log counts for a deposit beside its first journal, and the broker has for another, or not at all. */
export const countedBesides = (
  { credits, journalId }: RequestedDeposit,
  its: readonly ListedJournal[],
  listed: ReadonlyMap<string, ListedJournal>,
  areAll: boolean,
): readonly Found[] =>
  Object.entries(credits).flatMap(([id, known]) => {
    const isIts = id === journalId || its.some((each) => each.id === id);
    if (isIts || known === 0n || !(areAll || listed.has(id))) return [];
    const there = listed.has(id) ? 'another deposit’s' : 'none';
    const what = `journal ${id}: ${centsToDecimal(known)} in the log, ${there} at the broker`;
    const kind = kindOf(known > 0n ? 'to_user' : 'to_firm');
    return [{ kind, what, journalId: id }];
  });

const kindOf = (direction: ListedJournal['direction']): DifferenceKind =>
  direction === 'to_user' ? 'deposit_corrected' : 'deposit_taken_back';

type InStatus = Pick<ListedJournal, 'status'>;

export const isExecuted = ({ status }: InStatus): boolean => EXECUTED.includes(status);

/** No money moved, or it went back. */
export const isUndone = ({ status }: InStatus): boolean => UNDONE.includes(status);
