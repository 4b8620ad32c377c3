import { ownValue } from '#platform/core/own-value.js';
import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import {
  type DepositJournal,
  EXECUTED,
  JournalDiffers,
  type Match,
  UNDONE,
  isNamedBy,
  requireAsAsked,
  textOf,
} from './deposit-journals.decide.js';
import type { DepositEvent } from './deposit.events.js';
import { type Amounts, netCents } from './credited.js';
import { type RequestedDeposit, about } from './deposit.state.js';
import { mostOf, nearest } from './most-of.js';

const takenBack = (net: Cents, status: string): string => {
  const words = UNDONE.includes(status) ? ` (${status})` : '';
  const more = net < 0n ? `, and ${centsToDecimal(cents(-net))} more than it was` : '';
  return `The broker took the credit back${words}${more}`;
};

type Change = { readonly journalId: string; readonly amountCents: Cents };

/**
 * Books what the journals of a credited deposit come to. Each counts by itself, so it does not
 * matter which of them is seen first, or how often; one that is not among them counts as before.
 * `insteadOf`: the journal whose place the deposit's own has taken, which is recorded as well.
 * @throws {JournalDiffers} the broker's figures cannot be this deposit's.
 */
export const adjusted = (
  deposit: RequestedDeposit,
  journals: readonly DepositJournal[],
  now: Date,
  match: Match | null = null,
  insteadOf: string | null = null,
): readonly DepositEvent[] => {
  const changes = changesOf(deposit, journals, match);
  const net = netAfter(deposit, changes);
  const last = changes.findLast(({ journalId }) => journalId !== deposit.journalId) ?? changes[0];
  const { journalId: own } = deposit;
  const isMoved = insteadOf !== null && own !== null && (last !== undefined || net > 0n);
  const by = isMoved ? own : last?.journalId;
  if (by === undefined) return [];
  // A person may have chosen the wrong deposit; what names this one is booked as it is.
  if (net < 0n && match !== null)
    throw new JournalDiffers(
      `more was taken back than was credited, by journal ${match.journalId}`,
    );
  const { booked } = deposit;
  const fee = net > 0n ? deposit.feeCents : cents(0);
  const difference: Amounts = {
    amountCents: cents(net + fee - booked.amountCents),
    feeCents: cents(fee - booked.feeCents),
  };
  const given = changes
    .map(({ journalId }) => journalId)
    .filter((id) => journals.find((each) => each.id === id)?.elsewhere === 'given up');
  const known = {
    ...about(deposit, now),
    journalId: by,
    ...(match === null ? {} : { matched: { by: match.by, reason: match.reason } }),
    ...(given.length === 0 ? {} : { given }),
    number: deposit.adjustments + 1,
    ...(isMoved ? placeTaken(deposit, changes, own, insteadOf) : { credits: changes }),
  };
  if (net <= 0n) {
    const status = journals.find(({ id }) => id === by)?.status ?? '';
    const taken: Amounts = {
      amountCents: cents(-difference.amountCents),
      feeCents: cents(-difference.feeCents),
    };
    return [
      { type: 'DepositReversed', data: { ...known, ...taken, reason: takenBack(net, status) } },
    ];
  }
  const reason =
    changes.length === 0
      ? 'The broker named another journal for the credit before'
      : `The broker changed the credit: the user has ${centsToDecimal(net)} of it`;
  return [{ type: 'DepositAdjusted', data: { ...known, ...difference, reason } }];
};

/** What the wrong journal was booked at is the own one's now, as far as nothing else is known of it. */
const placeTaken = (
  { credits }: RequestedDeposit,
  changes: readonly Change[],
  own: string,
  insteadOf: string,
) => {
  const isChanged = changes.some(({ journalId }) => journalId === own);
  const kept = isChanged
    ? []
    : [{ journalId: own, amountCents: ownValue(credits, own) ?? cents(0) }];
  return {
    insteadOf,
    credits: [{ journalId: insteadOf, amountCents: cents(0) }, ...kept, ...changes],
  };
};

/**
 * Everything counts, but not while the broker has more for the deposit than was asked for: then credits beside
 * the first are doubled ones, for reconciliation to show, and wait with what takes money back until that is
 * enough. Those that come to nothing together are left out.
 */
const changesOf = (
  deposit: RequestedDeposit,
  journals: readonly DepositJournal[],
  match: Match | null,
): Change[] => {
  const changes = (counted: readonly DepositJournal[]) => changesBy(deposit, counted, match);
  const netOf = (counted: readonly DepositJournal[]) => netAfter(deposit, changes(counted));
  // What another deposit gave up is no doubled one: a person has said so.
  const isWaiting = ({ id, elsewhere }: DepositJournal) =>
    !(Object.hasOwn(deposit.credits, id) || id === match?.journalId || elsewhere === 'given up');
  const all = journals.filter(({ elsewhere }) => elsewhere !== 'counted');
  const counted = all.filter((each) => !isWaiting(each));
  const [net, netOfCounted] = [netOf(all), netOf(counted)];
  const [allowed, booked] = [mostOf(deposit, all), netCents(deposit.booked)];
  const most = allowed > booked ? allowed : booked;
  if (net < netOfCounted || (net > netOfCounted && net <= most)) return changes(all);
  const credits = all.filter((each) => isWaiting(each) && each.direction === 'to_user');
  if (net > netOfCounted)
    for (const each of nearest(netCents(deposit), credits))
      if (netOf([...counted, each]) <= most) counted.push(each);
  return changes(counted);
};

const changesBy = (
  deposit: RequestedDeposit,
  journals: readonly DepositJournal[],
  match: Match | null,
): Change[] =>
  journals.flatMap((journal) => {
    const { id: journalId } = journal;
    const amountCents = creditOf(deposit, journal, match);
    const before = ownValue(deposit.credits, journalId) ?? 0n;
    return amountCents === null || amountCents === before ? [] : [{ journalId, amountCents }];
  });

const isExecuted = ({ status }: DepositJournal): boolean => EXECUTED.includes(status);

/** Null for a journal that has not been decided. */
const creditOf = (
  deposit: RequestedDeposit,
  journal: DepositJournal,
  match: Match | null,
): Cents | null => {
  const { id, status, amount, direction, journalKey = null } = journal;
  if (UNDONE.includes(status)) return cents(0);
  // It was this one's once, and counts for one deposit only; the deposit's first one has rules of its own.
  const isOthers = journalKey !== null && !isNamedBy(deposit, journal);
  if (isOthers && id !== deposit.journalId) return cents(0);
  if (!isExecuted(journal)) return null;
  if (id === deposit.journalId && id !== match?.journalId) requireAsAsked(deposit, journal);
  if (amount === null)
    throw new JournalDiffers(`the broker's journal ${id} is over ${textOf(amount)}`);
  return direction === 'to_user' ? amount : cents(-amount);
};

/** Below zero where more was taken back than was credited: the books follow the broker's ledger. */
const netAfter = (deposit: RequestedDeposit, changes: readonly Change[]): Cents => {
  const credits = new Map(Object.entries(deposit.credits));
  for (const { journalId, amountCents } of changes) credits.set(journalId, amountCents);
  return cents([...credits.values()].reduce((sum, each) => sum + each, 0n));
};
