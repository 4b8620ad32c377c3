import type { LookUp } from '#platform/attention/look-up.js';
import type { BrokerJournal, ListedJournal } from '#platform/broker/broker-records.js';
import { centsToDecimal } from '#platform/core/money.js';
import { namedDeposit } from '../adjust-deposit/named-deposit.js';
import { deposits } from '../deposit/deposit.state.js';
import { isJournalOf } from '../deposit/deposit-journals.decide.js';

const TOLD_MAX = 20;

/**
 * Its own journal by our key, not by the journal's id, since an answer that was lost told us none;
 * beside it all that name the deposit or its journal, or count for it.
 */
export const lookUpDeposit: LookUp = {
  category: deposits.category,
  inWords: async ({ store, broker }, id, correlationId) => {
    const deposit = await namedDeposit({ store, broker }, id, correlationId);
    if (deposit === null) return 'There is no such deposit.';
    const { depositId: journalKey, accountId } = deposit;
    const own = await broker.findJournal({ journalKey, accountId, since: null }, correlationId);
    const listed = await broker.listJournals(accountId);
    return `The broker has ${ownOf(own)}${othersOf(
      listed.filter((each) => each.id !== own?.id && isJournalOf(deposit, each)),
    )}.`;
  },
};

const ownOf = (own: BrokerJournal | null): string => {
  if (own === null) return 'no journal for it';
  const amount = own.amount === null ? 'no whole US cents' : centsToDecimal(own.amount);
  return `journal ${own.id} over ${amount} for it, which is ${own.status}`;
};

const othersOf = (others: readonly ListedJournal[]): string => {
  if (others.length === 0) return '';
  const told = others.slice(0, TOLD_MAX).map(({ id, amountText, direction, status }) => {
    const way = direction === 'to_user' ? 'to the user' : 'back to the firm';
    return `${id} over ${amountText} ${way} (${status})`;
  });
  const more = others.length > TOLD_MAX ? ` and ${others.length - TOLD_MAX} more` : '';
  return `; beside it ${told.join(', ')}${more}`;
};
