import { describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { closeDeposit, creditDeposit, followHeldDeposit, overdueDeposit } from '../jobs.js';
import { recordJournal } from './deposit.decide.js';
import { recordJournals } from './journals.decide.js';
import * as example from './deposit.examples.js';
import { deposits } from './deposit.state.js';
import { depositPolicy } from './deposit.policy.js';
import { openingAfter } from './held-deposit.decide.js';
import { waitingReason } from './waiting-reason.js';

const { accepted, completed, delayed, failed, held, noon, requested, started } = example;

const journal = (status: string) =>
  ({ kind: 'journal', journal: { id: 'j-1', status, amount: cents(98_50) } }) as const;
const sent = [requested, started] as const;
const waits = [...sent, accepted, held] as const;

describe('a journal that the broker holds for approval', () => {
  it('is recorded with the reason from the response to the send', () =>
    given(deposits, ...sent)
      .when(recordJournal(journal('pending'), noon))
      .then(accepted, held));
  it('is recorded when it was accepted before', () =>
    given(deposits, ...sent, accepted)
      .when(recordJournal(journal('pending'), noon))
      .then(held));
  it('is recorded once', () =>
    given(deposits, ...waits)
      .when(recordJournal(journal('pending'), noon))
      .thenNothing());
  it.each(['queued', 'sent_to_clearing', 'an unknown status'])(
    'is followed as usual when it becomes %s',
    (status) =>
      given(deposits, ...waits)
        .when(recordJournal(journal(status), noon))
        .then(accepted),
  );
  it('may be held again after that', () =>
    given(deposits, ...waits, accepted)
      .when(recordJournal(journal('pending'), noon))
      .then(held));
  it('completes when it is executed', () =>
    given(deposits, ...waits)
      .when(recordJournal(journal('executed'), noon))
      .then(completed));
  it('fails when it is rejected', () => {
    const about = {
      accountId: 'a-1',
      journalKey: 'd-1',
      direction: 'to_user',
      amountText: '98.50',
    };
    const rejected = { ...journal('rejected').journal, ...about } as ListedJournal;
    const data = { ...failed.data, reason: 'The broker reports rejected' };
    given(deposits, ...waits)
      .when(recordJournals([rejected], noon))
      .then({ ...failed, data } as typeof failed);
  });
});

describe('the expected time of the broker’s decision', () => {
  it.each([
    ['a Monday', '2026-03-16T15:00Z', '2026-03-17T13:30:00.000Z'],
    ['a Monday before the opening', '2026-03-16T12:00Z', '2026-03-17T13:30:00.000Z'],
    ['a Monday evening that is Tuesday in UTC', '2026-03-17T02:00Z', '2026-03-17T13:30:00.000Z'],
    ['a Friday', '2026-03-13T15:00Z', '2026-03-16T13:30:00.000Z'],
    ['a Saturday', '2026-03-14T15:00Z', '2026-03-16T13:30:00.000Z'],
    ['the day before Thanksgiving', '2026-11-25T15:00Z', '2026-11-27T14:30:00.000Z'],
    ['the Friday before Columbus Day', '2026-10-09T15:00Z', '2026-10-12T13:30:00.000Z'],
    ['the day before Good Friday', '2026-04-02T15:00Z', '2026-04-06T13:30:00.000Z'],
    ['the Friday before the clocks change', '2026-03-06T15:00Z', '2026-03-09T13:30:00.000Z'],
  ])('about a journal that is held on %s', (_, at, opening) =>
    expect(openingAfter(new Date(at)).toISOString()).toBe(opening),
  );
});

describe('the policy of a held deposit', () => {
  it('polls with growing pauses, and needs attention only after the next opening', () =>
    expect(depositPolicy(held)).toEqual([
      { kind: 'cancel', job: creditDeposit, id: 'd-1' },
      {
        ...{ kind: 'schedule', job: followHeldDeposit, id: 'd-1' },
        at: new Date('2026-03-16T12:00:30.000Z'),
      },
      // A job needs attention five minutes after it is due: here at 10:30 in New York.
      {
        ...{ kind: 'schedule', job: overdueDeposit, id: 'd-1' },
        at: new Date('2026-03-17T14:25:00.000Z'),
      },
    ]));
  it.each([
    ['is accepted', accepted],
    ['is completed', completed],
    ['has failed', failed],
  ])('stops polling when the deposit %s', (_, event) => {
    const cleared = depositPolicy(event).filter(({ kind }) => kind === 'cancel');
    for (const job of [followHeldDeposit, overdueDeposit, closeDeposit])
      expect(cleared).toContainEqual({ kind: 'cancel', job, id: 'd-1' });
  });
});

describe('the waiting reason of an open deposit', () => {
  const after = (...events: (typeof requested)[]) => given(deposits, ...events).state;
  const wait = (state: ReturnType<typeof after>, at: string) =>
    state.status === 'absent' ? null : waitingReason(state, new Date(at));
  it.each([
    ['nothing, after a send', [...sent], '2026-03-16T12:00:01Z', null],
    ['nothing, after it is accepted', [...sent, accepted], '2026-03-16T12:00:01Z', null],
    ['the account', [...sent, delayed], '2026-03-16T12:00:01Z', 'the pre-funded account'],
    ['the broker', [...waits], '2026-03-17T14:30:00Z', 'the broker to approve the transfer'],
    ['nothing, an hour after the opening', [...waits], '2026-03-17T14:30:01Z', null],
    ['nothing, when it is accepted', [...waits, accepted], '2026-03-16T12:00:01Z', null],
  ])('%s', (_, events, at, what) => expect(wait(after(...events), at)).toBe(what));
});
