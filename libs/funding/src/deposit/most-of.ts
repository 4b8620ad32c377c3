import { ownValue } from '#platform/core/own-value.js';
import { type Cents, cents } from '#platform/core/money.js';
import { netCents } from './credited.js';
import { CORRECTED, type DepositJournal, EXECUTED, isNamedBy } from './deposit-journals.decide.js';
import type { RequestedDeposit } from './deposit.state.js';

type Journal = Pick<
  DepositJournal,
  'id' | 'status' | 'amount' | 'direction' | 'journalKey' | 'names'
>;

/**
 * The most, in cents, that journals may come to without one being a doubled credit: what was asked for, or what
 * the first one was corrected to; and on top what a person let in, or that was corrected to.
 */
export const mostOf = (deposit: RequestedDeposit, journals: readonly Journal[]): Cents => {
  const { journalId, credits, letIn } = deposit;
  const asked = netCents(deposit);
  const own = journals.find(({ id }) => id === journalId);
  const stands = own !== undefined && isExecuted(own) ? own : undefined;
  const successor = successorOf(deposit, journals);
  const first = (stands ?? successor)?.amount ?? asked;
  const isNamed = isNamedOf(deposit, journals);
  const others = new Set(
    journals.filter((each) => each !== own && each !== successor && isGiven(each) && isNamed(each)),
  );
  const byId = new Map(journals.map((each) => [each.id, each]));
  const onTop = Object.entries(credits).map(([id, credit]): bigint => {
    if (id === journalId) return 0n;
    const there = byId.get(id);
    const over = ownValue(letIn, id);
    if (over === undefined)
      return credit > 0n && (there === undefined || !isNamed(there)) ? credit : 0n;
    if (there?.status !== CORRECTED) return credit < over ? credit : over;
    const next = likeliest(deposit, there.amount ?? credit, [...others]);
    if (next !== undefined) others.delete(next);
    return (next?.amount ?? 0n) - (there.amount ?? 0n) + over;
  });
  const sum = onTop.reduce((total, over) => total + (over > 0n ? over : 0n), 0n);
  return cents((first > asked ? first : asked) + sum);
};

/**
 * What stands for the deposit's first journal, or the one in its place, since that was corrected. Nobody says
 * which one it is: what was booked as the first went, else none that a journal which names it took back.
 */
export const successorOf = <Each extends Journal>(
  deposit: RequestedDeposit,
  journals: readonly Each[],
): Each | undefined => {
  const own = journals.find(({ id }) => id === deposit.journalId);
  const isNamed = isNamedOf(deposit, journals);
  const named = journals.filter((each) => each !== own && isNamed(each));
  if (own === undefined || isGiven(own)) return undefined;
  if (![own, ...named].some(({ status }) => status === CORRECTED)) return undefined;
  const standing = named.filter(isGiven);
  const inPlace = standing.filter(({ id }) => deposit.inPlace.includes(id));
  const kept = (some: readonly Each[]) =>
    some.filter(({ id, amount }) => takenBackOf(id, journals) < (amount ?? 0n));
  const choices = [kept(inPlace), inPlace, kept(standing)];
  return likeliest(deposit, netCents(deposit), choices.find(({ length }) => length > 0) ?? []);
};

/** What was booked first, or is nearest to the amount. */
const likeliest = <Each extends Journal>(
  { credits }: RequestedDeposit,
  amount: Cents,
  journals: readonly Each[],
): Each | undefined => {
  const byId = new Map(journals.map((each) => [each.id, each]));
  const booked = Object.entries(credits).find(([id, credit]) => credit > 0n && byId.has(id));
  return booked === undefined ? nearest(amount, journals)[0] : byId.get(booked[0]);
};

const takenBackOf = (id: string, journals: readonly Journal[]): bigint =>
  journals
    .filter((each) => each.direction === 'to_firm' && isExecuted(each) && nameOf(each) === id)
    .reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);

const isExecuted = ({ status }: Journal): boolean => EXECUTED.includes(status);

const isGiven = (journal: Journal): boolean =>
  journal.direction === 'to_user' && isExecuted(journal);

/** By itself, and not by a person's match: the deposit, or a journal of it, booked or not. */
const isNamedOf = (deposit: RequestedDeposit, journals: readonly Journal[]) => {
  const ids = new Set(journals.map(({ id }) => id));
  return (each: Journal) => {
    const name = nameOf(each);
    const isIts = isNamedBy(deposit, { journalKey: name }) || ids.has(name ?? '');
    return isIts && !Object.hasOwn(deposit.letIn, each.id);
  };
};

/** The one that is nearest to this amount comes first: it is the least likely to be a doubled one. */
export const nearest = <Each extends Pick<Journal, 'amount'>>(
  to: Cents,
  journals: readonly Each[],
): readonly Each[] =>
  [...journals].sort((one, other) => Number(distance(one, to) - distance(other, to)));

const distance = ({ amount }: Pick<Journal, 'amount'>, to: Cents): bigint => {
  const off = (amount ?? 0n) - to;
  return off < 0n ? -off : off;
};

const nameOf = ({ names, journalKey }: Journal): string | null =>
  names === undefined ? (journalKey ?? null) : names;
