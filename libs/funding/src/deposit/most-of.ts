import { type Cents, cents } from '#platform/core/money.js';
import { CORRECTED, type DepositJournal, EXECUTED, isNamedBy } from './deposit-journals.decide.js';
import { type RequestedDeposit, netCents } from './deposit.state.js';

type Journal = Pick<
  DepositJournal,
  'id' | 'status' | 'amount' | 'direction' | 'journalKey' | 'names'
>;

/**
 * The most, in cents, that journals may come to without one being a doubled credit: what was asked for, or what
 * the first one was corrected to; and what a person matched.
 */
export const mostOf = (deposit: RequestedDeposit, journals: readonly Journal[]): Cents => {
  const { journalId, credits } = deposit;
  const asked = netCents(deposit);
  const own = journals.find(({ id }) => id === journalId);
  const given = journals.filter(
    (each) => each !== own && each.direction === 'to_user' && EXECUTED.includes(each.status),
  );
  const isNamed = (each: Journal) =>
    isNamedBy(deposit, { journalKey: nameOf(each) }) && !deposit.matched.includes(each.id);
  const named = given.filter(isNamed);
  const first = own?.status === CORRECTED ? nearest(asked, named)[0] : own;
  const stands = first !== undefined && EXECUTED.includes(first.status) ? first.amount : null;
  const corrected = stands ?? asked;
  const byId = new Map(journals.map((each) => [each.id, each]));
  const isMatched = (each: Journal | undefined) => each === undefined || !isNamed(each);
  const matched = Object.entries(credits)
    .filter(([id, credit]) => id !== journalId && credit > 0n && isMatched(byId.get(id)))
    .reduce((sum, [, credit]) => sum + credit, 0n);
  return cents((corrected > asked ? corrected : asked) + matched);
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
