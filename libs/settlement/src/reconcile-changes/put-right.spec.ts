import { describe, expect, it } from '@jest/globals';
import { DIFFERENCE_KINDS } from '../reconcile/difference-kinds.js';
import { jobsFor } from './put-right.js';

const about = { depositId: 'd-1', orderId: 'o-1' };
const jobs = (...kinds: readonly string[]) =>
  jobsFor(
    kinds.map((kind) => ({ kind, ...about })),
    '7',
  ).map(({ jobId, last, byClock }) => (last && byClock ? jobId : `${jobId} not last`));

const ADJUST = 'adjust-deposit-d-1-reconciliation-7';
const CORRECT = 'correct-order-o-1-reconciliation-7';
const PUT_RIGHT: Readonly<Record<string, string>> = {
  deposit_executed: ADJUST,
  deposit_not_executed: ADJUST,
  deposit_behind: ADJUST,
  deposit_taken_back: ADJUST,
  deposit_corrected: ADJUST,
  order_behind: CORRECT,
  order_status: CORRECT,
  order_filled: CORRECT,
  order_price: CORRECT,
};

describe('what a run puts right', () => {
  it.each(DIFFERENCE_KINDS)('%s', (kind) => {
    const job = PUT_RIGHT[kind];
    expect(jobs(kind)).toEqual(job === undefined ? [] : [job]);
  });
  it('is asked for once', () =>
    expect(jobs('deposit_taken_back', 'deposit_corrected')).toEqual([ADJUST]));
  it('is nothing without an id of ours', () =>
    expect(jobsFor([{ kind: 'order_status', depositId: null, orderId: null }], '7')).toEqual([]));
});
