import { describe, expect, it } from '@jest/globals';
import { DIFFERENCE_KINDS } from '../reconciliation/difference-kinds.js';
import { repairJobs } from './repair-jobs.js';

const about = { depositId: 'd-1', journalId: 'j-1', orderId: 'o-1', accountId: 'a-1' };
const ownerOf = (accountId: string) => Promise.resolve(accountId === 'a-1' ? 'u-1' : null);
const jobs = async (...kinds: readonly string[]) => {
  const open = kinds.map((kind) => ({ kind, ...about }));
  const all = await repairJobs(open, '7', ownerOf);
  return all.map(({ jobId, last, byClock }) => (last && byClock ? jobId : `${jobId} not last`));
};

const ADJUST = 'adjust-deposit-d-1-reconciliation-7';
const CORRECT = 'correct-order-o-1-reconciliation-7';
const REFRESH = 'refresh-account-u-1-reconciliation-7';
const REPAIRS: Readonly<Record<string, string>> = {
  journal_unassigned: ADJUST,
  deposit_missing_at_broker: ADJUST,
  deposit_missing_here: ADJUST,
  deposit_amount: ADJUST,
  order_different: CORRECT,
  account_different: REFRESH,
};

describe('the repair of', () => {
  it.each(DIFFERENCE_KINDS)('%s', async (kind) =>
    expect(await jobs(kind)).toEqual(REPAIRS[kind] === undefined ? [] : [REPAIRS[kind]]),
  );
  it('is enqueued once', async () =>
    expect(await jobs('deposit_amount', 'journal_unassigned')).toEqual([ADJUST]));
  it.each([
    ['an id of the log', 'order_different', null],
    ['an owner of the account', 'account_different', 'a-2'],
  ])('is empty without %s', async (_, kind, accountId) => {
    const open = [{ kind, accountId, depositId: null, journalId: null, orderId: null }];
    expect(await repairJobs(open, '7', ownerOf)).toEqual([]);
  });
});
