import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { given } from '../../../../test/support/given.js';
import { recordJournal } from './deposit.decide.js';
import { accepted, completed, failed, noon, requested, started } from './deposit.examples.js';
import { deposits } from './deposit.state.js';

const credits = (creditedAccountId: string) => {
  const journal = { id: 'j-1', status: 'executed', amount: cents(98_50), creditedAccountId };
  return { kind: 'journal', journal } as const;
};

describe('an executed journal that credits another account than was asked for', () => {
  it('is kept by its id after the send, so that nothing is sent again', () =>
    given(deposits, requested, started)
      .when(recordJournal(credits('a-2'), noon))
      .then(accepted));
  it.each([
    ['once it is known', [requested, started, accepted]],
    ['after its failure', [requested, started, accepted, failed]],
  ])('is never booked: %s', (_, history) =>
    expect(() => recordJournal(credits('a-2'), noon)(given(deposits, ...history).state)).toThrow(
      "the broker's journal j-1 credits account a-2, not a-1",
    ),
  );
  it('is booked when it is the one that was asked for', () =>
    given(deposits, requested, started)
      .when(recordJournal(credits('a-1'), noon))
      .then(completed));
});
