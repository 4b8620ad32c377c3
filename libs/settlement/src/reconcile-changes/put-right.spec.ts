import { describe, expect, it } from '@jest/globals';
import { DIFFERENCE_KINDS } from '../reconcile/difference-kinds.js';
import { jobsFor } from './put-right.js';

const about = { depositId: 'd-1', journalId: 'j-1', orderId: 'o-1', accountId: 'a-1' };
const ownerOf = (accountId: string) => Promise.resolve(accountId === 'a-1' ? 'u-1' : null);
const jobs = async (...kinds: readonly string[]) => {
  const open = kinds.map((kind) => ({ kind, ...about }));
  const all = await jobsFor(open, '7', ownerOf);
  return all.map(({ jobId, last, byClock }) => (last && byClock ? jobId : `${jobId} not last`));
};

const ADJUST = 'adjust-deposit-d-1-reconciliation-7';
/** Of the deposit whose the journal is by now. */
const FOLLOW = 'adjust-deposit-j-1-reconciliation-7';
const CORRECT = 'correct-order-o-1-reconciliation-7';
const REFRESH = 'refresh-account-u-1-reconciliation-7';
const PUT_RIGHT: Readonly<Record<string, string>> = {
  deposit_twice: ADJUST,
  deposit_executed: ADJUST,
  deposit_not_executed: ADJUST,
  deposit_behind: ADJUST,
  deposit_foreign_credit: ADJUST,
  deposit_journal_id: ADJUST,
  deposit_taken_back: ADJUST,
  deposit_corrected: ADJUST,
  order_behind: CORRECT,
  order_status: CORRECT,
  order_filled: CORRECT,
  order_price: CORRECT,
  account_status: REFRESH,
  account_number: REFRESH,
};

describe('what a run puts right', () => {
  it.each(DIFFERENCE_KINDS)('%s', async (kind) => {
    const job = PUT_RIGHT[kind];
    const ofJournal = ['deposit_taken_back', 'deposit_corrected'].includes(kind) ? [FOLLOW] : [];
    expect(await jobs(kind)).toEqual(job === undefined ? [] : [job, ...ofJournal]);
  });
  it('is asked for once', async () =>
    expect(await jobs('deposit_taken_back', 'deposit_corrected')).toEqual([ADJUST, FOLLOW]));
  it.each([
    ['an id of ours', 'order_status', null],
    ['an owner of the account', 'account_status', 'a-2'],
  ])('is nothing without %s', async (_, kind, accountId) => {
    const open = [{ kind, accountId, depositId: null, journalId: null, orderId: null }];
    expect(await jobsFor(open, '7', ownerOf)).toEqual([]);
  });
});
