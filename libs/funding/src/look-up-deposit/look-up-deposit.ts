import type { LookUp } from '#operations/attention/resolver.js';
import type { BrokerJournal, ListedJournal } from '#broker/broker-records.js';
import { centsToDecimal } from '#kernel/money.js';
import { findDeposit } from '../adjust-deposit/find-deposit.js';
import { OUTWARD, journalsOf } from '../deposit/journal-sum.js';

const LISTED_MAX = 20;

/**
 * Describes the original journal and every other journal that references the deposit or counts for
 * it. Finds the original journal by our key, because its id is unknown if the response was lost.
 */
export const lookUpDeposit: LookUp = async ({ store, broker }, id, correlationId) => {
  const deposit = await findDeposit({ store, broker }, id, correlationId);
  if (deposit === null) return 'The transaction does not exist.';
  const { depositId: journalKey, accountId } = deposit;
  const direction = OUTWARD[deposit.direction];
  const search = { journalKey, accountId, direction, since: null };
  const own = await broker.findJournal(search, correlationId);
  const listed = await broker.listJournals(accountId);
  return `The broker has ${ownOf(own)}${othersOf(
    journalsOf(deposit, listed).filter(({ id }) => id !== own?.id),
  )}.`;
};

const ownOf = (own: BrokerJournal | null): string => {
  if (own === null) return 'no journal for it';
  const amount = own.amount === null ? 'fractions of a cent' : centsToDecimal(own.amount);
  return `journal ${own.id} over ${amount} for it, which is ${own.status}`;
};

const othersOf = (others: readonly ListedJournal[]): string => {
  if (others.length === 0) return '';
  const listed = others.slice(0, LISTED_MAX).map(({ id, amountText, direction, status }) => {
    const to = direction === 'to_user' ? 'to the user' : 'to the firm';
    return `${id} over ${amountText} ${to} (${status})`;
  });
  const more = others.length > LISTED_MAX ? ` and ${others.length - LISTED_MAX} more` : '';
  return `; also ${listed.join(', ')}${more}`;
};
