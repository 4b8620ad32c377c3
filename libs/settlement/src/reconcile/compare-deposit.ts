import { ownValue } from '#platform/core/own-value.js';
import { type RequestedDeposit, UNDONE, mostOf, netCents, successorOf } from '#funding';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import type { Difference } from './difference.js';
import type { DifferenceKind } from './difference-kinds.js';

const EXECUTED = ['executed', 'activity_created'];

export type Found = Pick<Difference, 'kind' | 'what' | 'journalId'>;

/** What the two sides say where they do not agree. `counting`: deposits, by ids of journals that they count. */
export const compareDeposit = (
  deposit: RequestedDeposit,
  all: readonly ListedJournal[],
  counting: ReadonlyMap<string, string>,
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
  const others = toUser.filter(
    (each) => !(each === own || Object.hasOwn(credits, each.id) || isUndone(each)),
  );
  const isElsewhere = ({ id }: ListedJournal) =>
    (counting.get(id) ?? deposit.depositId) !== deposit.depositId;
  const tooMuch = tooMuchOf(
    deposit,
    journals.filter((each) => !isElsewhere(each)),
  );
  // One that is recorded by mistake gives its place to the deposit's own: nothing is too much for that.
  const mayBeTooMuch = others.length > 0 || (tooMuch !== null && own.id === journalId);
  const isTooMuch = mayBeTooMuch && (tooMuch === null || tooMuch > 0n);
  if (isTooMuch || others.some(isElsewhere)) {
    const ids = toUser
      .filter((each) => !isUndone(each))
      .map((each) =>
        isElsewhere(each) ? `${each.id} of deposit ${counting.get(each.id)}` : each.id,
      );
    const over = tooMuch !== null && isTooMuch ? overText(tooMuch, deposit, journals) : '';
    const what = `once in the log, ${ids.length} journals at the broker: ${ids.join(', ')}${over}`;
    return [{ kind: 'deposit_twice', what, journalId: others[0]?.id ?? null }];
  }
  const doubled = own.status === 'correct' ? [] : others;
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
      journalId !== null &&
        journalId !== own.id &&
        (executed || status !== 'reversed' || (ownValue(credits, journalId) ?? 0n) !== 0n),
      'deposit_journal_id',
      `journal ${journalId} in the log, ${own.id} at the broker`,
    ),
    ...doubled.map((each) => foreignCredit(status, own, each)),
    ...journals
      .filter((each) => each !== own && !doubled.includes(each))
      .flatMap((each) => compareOther(deposit, each)),
  ];
};

const overText = (
  tooMuch: Cents,
  deposit: RequestedDeposit,
  journals: readonly ListedJournal[],
): string => {
  const successor = successorOf(deposit, journals);
  const isOnly = !journals.some(
    (each) => each.direction === 'to_user' && isExecuted(each) && each.amount !== successor?.amount,
  );
  const provided =
    successor === undefined || isOnly
      ? ''
      : ` if ${successor.id} is what the first was corrected to`;
  return `, ${centsToDecimal(tooMuch)} too much${provided}`;
};

/** What is in no books and comes to nothing together: doubled credits, and what took them back. */
const withoutTakenBack = (
  { credits }: RequestedDeposit,
  journals: readonly ListedJournal[],
): readonly ListedJournal[] => {
  const others = notIn(credits, journals);
  return sumOf(others) === 0n ? journals.filter((each) => !others.includes(each)) : journals;
};

const notIn = (
  credits: RequestedDeposit['credits'],
  journals: readonly ListedJournal[],
): readonly ListedJournal[] =>
  journals.filter((each) => !Object.hasOwn(credits, each.id) && isExecuted(each));

/** How much more the broker has than it may; null where an amount cannot be read. */
const tooMuchOf = (deposit: RequestedDeposit, journals: readonly ListedJournal[]): Cents | null => {
  const sum = sumOf(notIn(deposit.credits, journals));
  const room = mostOf(deposit, journals) - netOfKnown(deposit, journals);
  return sum === null ? null : cents(sum - room);
};

/** What is in the books, as its journals are now. */
const netOfKnown = (
  { credits, booked }: RequestedDeposit,
  journals: readonly ListedJournal[],
): bigint => {
  let net: bigint = netCents(booked);
  for (const journal of journals) {
    const known = ownValue(credits, journal.id);
    if (known === undefined) continue;
    const moved = isUndone(journal) ? 0n : isExecuted(journal) ? signed(journal) : null;
    net += (moved ?? known) - known;
  }
  return net;
};

const sumOf = (journals: readonly ListedJournal[]): Cents | null => {
  let sum = 0n;
  for (const each of journals) {
    const moved = signed(each);
    if (moved === null) return null;
    sum += moved;
  }
  return cents(sum);
};

const signed = ({ direction, amount }: ListedJournal): bigint | null =>
  amount === null || direction === 'to_user' ? amount : -amount;

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
