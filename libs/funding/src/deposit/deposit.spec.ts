import { describe, expect, it } from '@jest/globals';
import { refreshAccount } from '#onboarding/jobs.js';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import {
  adjustDeposit,
  closeDeposit,
  creditDeposit,
  followHeldDeposit,
  overdueDeposit,
  settleReservation,
} from '../jobs.js';
import {
  createDeposit,
  delayDeposit,
  recordJournal,
  requestDeposit,
  startDeposit,
  throttleDeposit,
} from './deposit.decide.js';
import * as example from './deposit.examples.js';
import { deposits } from './deposit.state.js';
import { depositPolicy } from './deposit.policy.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';

const {
  accepted,
  at,
  completed,
  completedLate,
  delayed,
  failed,
  noon,
  requested,
  reversed,
  started,
  terms,
  throttled,
} = example;

/** The broker's statuses of a reversed journal. */
const REVERSED = ['rejected', 'refused', 'canceled', 'deleted', 'correct'];
const journal = (status: string) =>
  ({ kind: 'journal', journal: { id: 'j-1', status, amount: cents(98_50) } }) as const;

describe('requesting a deposit', () => {
  it('records it', () => given(deposits).when(requestDeposit(terms, at)).then(requested));
  it('ignores a repeat', () =>
    given(deposits, requested).when(requestDeposit(terms, at)).thenNothing());
  it('ignores a repeat after the end', () =>
    given(deposits, requested, started, failed).when(requestDeposit(terms, at)).thenNothing());
  it('rejects the externalId for another amount', () =>
    given(deposits, requested)
      .when(requestDeposit({ ...terms, amountCents: cents(1) }, at))
      .thenRefused('external_id_already_exists'));
  it('rejects the externalId for another user', () =>
    given(deposits, requested)
      .when(requestDeposit({ ...terms, userId: 'u-2' }, at))
      .thenRefused('external_id_already_exists'));
});

describe('creating the deposit of a reservation', () => {
  it('records the deposit', () => given(deposits).when(createDeposit(terms, at)).then(requested));
  it('does not change an existing deposit', () =>
    given(deposits, requested)
      .when(createDeposit({ ...terms, amountCents: cents(1) }, at))
      .thenNothing());
});

describe('a throttled send', () => {
  const second = { ...started, data: { ...started.data, attempt: 2 } } as typeof started;

  it('is canceled', () =>
    given(deposits, requested, started).when(throttleDeposit(1, noon)).then(throttled));
  it('does not count: the next send is the first, and needs no lookup', () => {
    const { state, when } = given(deposits, requested, started, throttled);
    expect(state).toMatchObject({ status: 'processing', startedAt: null, attempts: 0 });
    when(startDeposit(noon)).then(started);
  });
  it.each([
    ['a later send has begun', [started, second]],
    ['it was already canceled', [started, throttled]],
    ['the broker has the journal', [started, accepted]],
    ['it waits for the account', [started, delayed]],
    ['it has failed', [started, failed]],
    ['it is completed', [started, completed]],
    ['nothing was sent', []],
  ])('is not canceled when %s', (_, history) =>
    given(deposits, requested, ...history)
      .when(throttleDeposit(1, noon))
      .thenNothing(),
  );
  it('needs no job action: its job is retried, and the job schedule stays', () =>
    expect(depositPolicy(throttled)).toEqual([]));
});

describe('starting a send', () => {
  it('records the intent of the first attempt', () =>
    given(deposits, requested).when(startDeposit(noon)).then(started));
  it('counts the attempts', () =>
    given(deposits, requested, started)
      .when(startDeposit(noon))
      .then({ ...started, data: { ...started.data, attempt: 2 } } as typeof started));
  it('never starts once the broker has the journal', () =>
    given(deposits, requested, started, accepted).when(startDeposit(noon)).thenNothing());
  it('never starts after the end', () =>
    given(deposits, requested, started, completed).when(startDeposit(noon)).thenNothing());
});

describe('recording a report of the broker', () => {
  const sent = [requested, started] as const;
  it.each([
    ['queued', accepted],
    ['sent_to_clearing', accepted],
    ['an unknown status', accepted],
    ['executed', completed],
    ['activity_created', completed],
    ...REVERSED.map((status) => [status, accepted] as const),
  ])('%s after the send', (status, event) =>
    given(deposits, ...sent)
      .when(recordJournal(journal(status), noon))
      .then(event),
  );
  it.each(['executed', 'activity_created'])(
    'completes a failed deposit late when its journal is %s',
    (status) =>
      given(deposits, ...sent, failed)
        .when(recordJournal(journal(status), noon))
        .then(completedLate),
  );
  it.each([...REVERSED, 'queued', 'pending', 'an unknown status'])(
    'does not change a failed deposit when its journal is %s',
    (status) =>
      given(deposits, ...sent, failed)
        .when(recordJournal(journal(status), noon))
        .thenNothing(),
  );
  it('completes late once, and reverses a later reversal', () => {
    const late = [...sent, failed, completedLate];
    given(deposits, ...late)
      .when(recordJournal(journal('executed'), noon))
      .thenNothing();
    return given(deposits, ...late)
      .when(recordJournal(journal('canceled'), noon))
      .then(reversed);
  });
  it('ignores a rejection after its failure', () =>
    given(deposits, ...sent, failed)
      .when(recordJournal({ kind: 'refused', attempt: 1, reason: 'no' }, noon))
      .thenNothing());
  it.each([
    ['another amount', cents(98_49), '98.49'],
    ['fractions of a cent', null, 'fractions of a cent'],
  ])('does not book a journal over %s', (_, amount, words) => {
    const other = { kind: 'journal', journal: { id: 'j-1', status: 'executed', amount } } as const;
    given(deposits, ...sent)
      .when(recordJournal(other, noon))
      .then(accepted);
    for (const history of [
      [...sent, accepted],
      [...sent, failed],
    ])
      expect(() => recordJournal(other, noon)(given(deposits, ...history).state)).toThrow(
        `the broker's journal j-1 moves ${words}, not 98.50 to account a-1`,
      );
  });
  it.each(['queued', ...REVERSED])('ignores a known journal that is %s', (status) =>
    given(deposits, ...sent, accepted)
      .when(recordJournal(journal(status), noon))
      .thenNothing(),
  );
  it('completes once', () =>
    given(deposits, ...sent, accepted, completed)
      .when(recordJournal(journal('executed'), noon))
      .thenNothing());
  it('reverses a completed transaction', () =>
    given(deposits, ...sent, completed)
      .when(recordJournal(journal('canceled'), noon))
      .then(reversed));
  it.each(REVERSED)('reverses a completed transaction that is %s', (status) =>
    given(deposits, ...sent, accepted, completed)
      .when(recordJournal(journal(status), noon))
      .thenTypes('DepositReversed'),
  );
  it.each(['queued', 'sent_to_clearing', 'pending', 'an unknown status'])(
    'does not change a completed deposit when its journal is %s again',
    (status) =>
      given(deposits, ...sent, accepted, completed)
        .when(recordJournal(journal(status), noon))
        .thenNothing(),
  );
  it('reverses once', () =>
    given(deposits, ...sent, completed, reversed)
      .when(recordJournal(journal('canceled'), noon))
      .thenNothing());
  const unexplained = {
    ...failed,
    data: {
      ...failed.data,
      ...{ reason: 'The broker refused the credit', brokerReason: 'no such account' },
    },
  } as typeof failed;
  it('fails on a rejection', () =>
    given(deposits, ...sent)
      .when(
        recordJournal({ kind: 'refused', attempt: 1, reason: 'amount must be at least 1' }, noon),
      )
      .then({
        ...failed,
        data: { ...failed.data, reason: 'amount must be at least 1' },
      } as typeof failed));
  it('keeps the broker’s text about the account for operators', () => {
    const brokerReason = 'account is restricted to liquidation';
    const reason =
      'The broker does not allow this for the account at present; see its trader profile';
    given(deposits, ...sent)
      .when(recordJournal({ kind: 'refused', attempt: 1, reason: brokerReason }, noon))
      .then({ ...failed, data: { ...failed.data, reason, brokerReason } } as typeof failed);
  });
  it.each([
    ['fails', { kind: 'refused', attempt: 1, reason: 'no such account' } as const, unexplained],
    ['is completed', journal('executed'), completed],
  ])('keeps the day of the request if the deposit %s after midnight', (_, outcome, event) => {
    const nextDay = new Date('2026-03-17T00:00:01.000Z');
    const late = { ...event, data: { ...event.data, at: nextDay.toISOString() } } as typeof event;
    return given(deposits, ...sent)
      .when(recordJournal(outcome, nextDay))
      .then(late);
  });
  it('waits when the pre-funded account is short', () =>
    given(deposits, ...sent)
      .when(recordJournal({ kind: 'short', attempt: 1, reason: 'no' }, noon))
      .then(delayed));
  it('ignores a short account before the first send', () =>
    given(deposits, requested)
      .when(recordJournal({ kind: 'short', attempt: 0, reason: 'no' }, noon))
      .thenNothing());
  it.each([
    ['a short account', { kind: 'short', attempt: 1, reason: 'no' } as const],
    ['a rejection', { kind: 'refused', attempt: 1, reason: 'no' } as const],
  ])('does not apply %s to its next send', (_, outcome) => {
    const next = { ...started, data: { ...started.data, attempt: 2 } } as typeof started;
    given(deposits, ...sent, next)
      .when(recordJournal(outcome, noon))
      .thenNothing();
  });
  it('joins the queue without a call to the broker', () =>
    given(deposits, requested).when(delayDeposit(noon)).then(delayed));
  it.each([
    ['is already queued', [delayed]],
    ['was sent', [started]],
    ['is at the broker', [started, accepted]],
    ['has ended', [started, completed]],
  ])('does not join the queue when it %s', (_, history) =>
    given(deposits, requested, ...history)
      .when(delayDeposit(noon))
      .thenNothing(),
  );
  it('leaves the queue when it is sent', () => {
    expect(given(deposits, requested, delayed).state).toMatchObject({ waiting: true });
    expect(given(deposits, requested, delayed, started).state).toMatchObject({ waiting: false });
  });
  it('never fails after a completion', () =>
    given(deposits, ...sent, completed)
      .when(recordJournal({ kind: 'refused', attempt: 1, reason: 'late' }, noon))
      .thenNothing());
});

describe('the state of a deposit', () => {
  const { closeRequested } = example;
  it.each([
    ['requested', [], { status: 'pending', startedAt: null, attempts: 0, journalId: null }],
    ['sent', [started], { status: 'processing', startedAt: at, attempts: 1, waiting: false }],
    ['queued', [started, delayed], { status: 'pending', startedAt: null, waiting: true }],
    [
      'closed while it is queued',
      [delayed, closeRequested],
      { waiting: false, closing: { by: 'staff:s-1', reason: 'The account is gone', at } },
    ],
    ['queued and at the broker', [delayed, accepted], { waiting: false, journalId: 'j-1' }],
    ['accepted', [started, accepted], { status: 'processing', startedAt: null, journalId: 'j-1' }],
    ['completed', [started, completed], { status: 'completed', startedAt: null, journalId: 'j-1' }],
    ['failed', [started, failed], { status: 'failed', startedAt: null }],
    [
      'completed late',
      [started, failed, completedLate],
      { status: 'completed', startedAt: null, journalId: 'j-1' },
    ],
    ['reversed', [started, completed, reversed], { status: 'reversed', journalId: 'j-1' }],
  ])('when it is %s', (_, history, known) =>
    expect(given(deposits, requested, ...history).state).toMatchObject(known),
  );
  it('begins with the request', () =>
    expect(() => given(deposits, started).state).toThrow(
      'DepositStarted of a deposit never requested',
    ));
});

describe('the policy of deposits', () => {
  const dueAt = new Date(noon.getTime() + 15_000);
  const reservation = 'd-1.2026-03-16.u-1';
  const polls = [creditDeposit, closeDeposit, followHeldDeposit, overdueDeposit];
  const cleared = polls.map((job) => ({ kind: 'cancel', job, id: 'd-1' }));
  it('credits and polls a requested deposit, and cancels the job of its reservation', () =>
    expect(depositPolicy(requested)).toEqual([
      { kind: 'enqueue', job: creditDeposit, id: 'd-1' },
      { kind: 'schedule', job: creditDeposit, id: 'd-1', at: dueAt },
      { kind: 'cancel', job: settleReservation, id: reservation },
    ]));
  it.each([
    ['follows a journal that is accepted', accepted, 500],
    ['polls again after a send', started, 15_000],
  ])('%s', (_, event, afterMs) =>
    expect(depositPolicy(event)).toContainEqual({
      ...{ kind: 'schedule', job: creditDeposit, id: 'd-1' },
      at: new Date(noon.getTime() + afterMs),
    }),
  );
  it('cancels the closure of an accepted deposit', () =>
    expect(depositPolicy(accepted)).toContainEqual({
      ...{ kind: 'cancel', job: closeDeposit, id: 'd-1' },
    }));
  it('does not release the limit of a failed deposit of earlier versions, without the time of its request', () => {
    const { requestedAt: _, ...data } = failed.data as { readonly requestedAt?: string } & object;
    const jobs = depositPolicy({ ...failed, data } as typeof failed).map(({ job }) => job);
    expect(jobs).not.toContain(settleReservation);
  });
  it('stops polling a queued deposit', () =>
    expect(depositPolicy(delayed)).toEqual([{ kind: 'cancel', job: creditDeposit, id: 'd-1' }]));
  it('stops polling after its completion', () => expect(depositPolicy(completed)).toEqual(cleared));
  it('releases the limit of a failed deposit, and reads the account', () =>
    expect(depositPolicy(failed)).toEqual([
      ...cleared,
      { kind: 'enqueue', job: refreshAccount, id: 'u-1' },
      { kind: 'enqueue', job: settleReservation, id: reservation },
      { kind: 'schedule', job: settleReservation, id: reservation, at: dueAt },
    ]));
  it('releases the limit of the day of the request, even after a late failure', () => {
    const at = '2026-03-17T00:00:01.000Z';
    const late = { ...failed, data: { ...failed.data, at } } as typeof failed;
    expect(depositPolicy(late).slice(-2)).toMatchObject([
      { kind: 'enqueue', job: settleReservation, id: reservation },
      { kind: 'schedule', job: settleReservation, id: reservation },
    ]);
  });
  it('counts a late completion again, on the day of its request', () =>
    expect(depositPolicy(completedLate)).toEqual([
      { kind: 'cancel', job: settleReservation, id: reservation },
      { kind: 'enqueue', job: settleReservation, id: reservation },
      {
        ...{ kind: 'schedule', job: adjustDeposit, id: 'd-1' },
        at: new Date(noon.getTime() - ATTENTION_AFTER_MS),
      },
    ]));
  it('stops waiting after the review', () =>
    expect(depositPolicy(example.reviewed)).toEqual([
      { kind: 'cancel', job: adjustDeposit, id: 'd-1' },
    ]));
  it('needs no job action after a change of the credit', () => {
    for (const event of [reversed, example.adjusted, example.journalsRecorded])
      expect(depositPolicy(event)).toEqual([]);
  });
});
