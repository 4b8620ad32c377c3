import { type Cents, cents } from '#platform/core/money.js';
import { CORRECTED, type DepositJournal, EXECUTED, isNamedBy } from './deposit-journals.decide.js';
import { type RequestedDeposit, netCents } from './deposit.state.js';

type Journal = Pick<
  DepositJournal,
  'id' | 'status' | 'amount' | 'direction' | 'journalKey' | 'names'
>;

/**
 * The most, in cents, that journals may come to without one being a doubled credit: what was asked for, or what
 * the first one was corrected to; and what a person matched, or that was corrected to.
 */
export const mostOf = (deposit: RequestedDeposit, journals: readonly Journal[]): Cents => {
  const { journalId, credits } = deposit;
  const asked = netCents(deposit);
  const own = journals.find(({ id }) => id === journalId);
  const stands = own !== undefined && EXECUTED.includes(own.status) ? own : undefined;
  const successor = successorOf(deposit, journals);
  const first = (stands ?? successor)?.amount ?? asked;
  const isNamed = isNamedOf(deposit);
  const others = new Set(
    journals.filter((each) => each !== successor && isGiven(each) && isNamed(each)),
  );
  const byId = new Map(journals.map((each) => [each.id, each]));
  const matched = Object.entries(credits)
    .filter(([id]) => id !== journalId)
    .map(([id, credit]) => {
      const there = byId.get(id);
      if (there?.status === CORRECTED && deposit.matched.includes(id)) {
        const [next] = nearest(there.amount ?? credit, [...others]);
        if (next !== undefined) others.delete(next);
        return next?.amount ?? 0n;
      }
      return credit > 0n && (there === undefined || !isNamed(there)) ? credit : 0n;
    })
    .reduce<bigint>((sum, credit) => sum + credit, 0n);
  return cents((first > asked ? first : asked) + matched);
};

/** What stands for the deposit's first journal since that was corrected; which one it is nobody says. */
export const successorOf = <Each extends Journal>(
  deposit: RequestedDeposit,
  journals: readonly Each[],
): Each | undefined => {
  const own = journals.find(({ id }) => id === deposit.journalId);
  if (own?.status !== CORRECTED) return undefined;
  const named = journals.filter((each) => each !== own && isGiven(each));
  return nearest(netCents(deposit), named.filter(isNamedOf(deposit)))[0];
};

const isGiven = ({ direction, status }: Journal): boolean =>
  direction === 'to_user' && EXECUTED.includes(status);

/** By itself, and not by a person's match. */
const isNamedOf = (deposit: RequestedDeposit) => (each: Journal) =>
  isNamedBy(deposit, { journalKey: nameOf(each) }) && !deposit.matched.includes(each.id);

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
