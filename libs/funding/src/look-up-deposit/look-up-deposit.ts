import type { LookUp } from '#platform/attention/look-up.js';
import { centsToDecimal } from '#platform/core/money.js';
import { deposits } from '../deposit/deposit.state.js';

/** By our key, not by the journal's id: an answer that was lost told us none. */
export const lookUpDeposit: LookUp = {
  category: deposits.category,
  inWords: async ({ store, broker }, id, correlationId) => {
    const deposit = await store.load(deposits, id);
    if (deposit.status === 'absent') return 'There is no such deposit.';
    const { accountId } = deposit;
    const wanted = { journalKey: id, accountId, since: null };
    const journal = await broker.findJournal(wanted, correlationId);
    if (journal === null) return 'The broker has no journal for it.';
    const amount = journal.amount === null ? 'no whole US cents' : centsToDecimal(journal.amount);
    return `The broker has journal ${journal.id} over ${amount} for it, which is ${journal.status}.`;
  },
};
