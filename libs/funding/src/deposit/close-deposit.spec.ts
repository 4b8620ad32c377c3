import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { closeDeposit, creditDeposit } from '../jobs.js';
import {
  closeUnsent,
  mayStillArrive,
  requestClose,
  reviewDeposit,
} from './close-deposit.decide.js';
import { delayDeposit, recordJournal, startDeposit } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { type RequestedDeposit, deposits } from './deposit.state.js';
import { depositPolicy } from './deposit.policy.js';
import { CLOSE_EFFECT_AFTER_MS } from '../timing.js';

const { accepted, closeRequested, completed, completedLate, delayed, failed } = example;
const { noon, requested, reviewed, started } = example;

const ended = {
  ...failed,
  data: { ...failed.data, reason: 'Ended by the operator; no money moved' },
} as typeof failed;
const close = requestClose('The account is gone', 'staff:s-1', noon);
const closing = [requested, started, closeRequested] as const;
const journal = { id: 'j-1', status: 'executed', amount: cents(98_50) };

describe('closing a deposit', () => {
  it.each([
    ['was not sent', []],
    ['is queued', [started, delayed]],
  ])('ends the deposit at once when it %s', (_, history) =>
    given(deposits, requested, ...history)
      .when(close)
      .then(closeRequested, ended),
  );
  it('does not end a deposit whose journal has another amount', () => {
    const other = { kind: 'journal', journal: { ...journal, amount: cents(77_00) } } as const;
    given(deposits, ...closing)
      .when(recordJournal(other, noon))
      .then(accepted);
    given(deposits, ...closing, accepted)
      .when(closeUnsent(noon))
      .thenNothing();
  });
  it('records only the request while a send is open', () =>
    given(deposits, requested, started).when(close).then(closeRequested));
  it.each([
    ['open', closing],
    ['at its end', [...closing, ended]],
    ['completed meanwhile', [...closing, completed]],
  ])('is one request, even if the same operator repeats it: %s', (_, history) =>
    given(deposits, ...history)
      .when(close)
      .thenNothing(),
  );
  it.each([
    ['another operator', requestClose('The account is gone', 'staff:s-2', noon)],
    ['another reason', requestClose('Paid by hand', 'staff:s-1', noon)],
  ])('is rejected for %s, and names the first operator', (_, second) => {
    for (const history of [closing, [...closing, ended]])
      given(deposits, ...history)
        .when(second)
        .thenRefused('closed_already');
    const { state } = given(deposits, ...closing);
    expect(() => second(state)).toThrow(/at 2026-03-16T12:00.*by staff:s-1.*The account is gone/);
  });
  it('is rejected after a closure of an earlier version without an operator', () => {
    const { by: _, ...data } = closeRequested.data as { readonly by?: string } & object;
    const earlier = { type: 'DepositCloseRequested', data } as DepositEvent;
    given(deposits, requested, started, earlier).when(close).thenRefused('closed_already');
  });
  it.each([
    ['has a journal', [started, accepted]],
    ['is completed', [started, completed]],
    ['has failed', [started, failed]],
  ])('is rejected when the deposit %s', (_, history) =>
    given(deposits, requested, ...history)
      .when(close)
      .thenRefused('cannot_be_closed'),
  );
  it('is rejected without a deposit', () =>
    given(deposits).when(close).thenRefused('transaction_not_found'));
});

describe('a deposit that is being closed', () => {
  it('is no longer sent', () =>
    given(deposits, ...closing)
      .when(startDeposit(noon))
      .thenNothing());
  it('does not join the funding queue, even if an earlier send found the account short', () => {
    given(deposits, ...closing)
      .when(delayDeposit(noon))
      .thenNothing();
    given(deposits, ...closing)
      .when(recordJournal({ kind: 'short', attempt: 1, reason: 'no' }, noon))
      .thenNothing();
  });
  it('is completed by a journal that was sent before', () =>
    given(deposits, ...closing)
      .when(recordJournal({ kind: 'journal', journal }, noon))
      .then(completed));
  it('ends if the broker does not have a journal', () =>
    given(deposits, ...closing)
      .when(closeUnsent(noon))
      .then(ended));
  it.each([
    ['has an end', [...closing, completed]],
    ['has a journal', [...closing, accepted]],
    ['was not closed', [requested, started]],
  ])('does not end without a journal when it %s', (_, history) =>
    given(deposits, ...history)
      .when(closeUnsent(noon))
      .thenNothing(),
  );
  it('is looked up a minute later, and not by the sender', () =>
    expect(depositPolicy(closeRequested)).toEqual([
      { kind: 'cancel', job: creditDeposit, id: 'd-1' },
      {
        ...{ kind: 'schedule', job: closeDeposit, id: 'd-1' },
        at: new Date(noon.getTime() + CLOSE_EFFECT_AFTER_MS),
      },
    ]));
});

describe('a send that may still arrive', () => {
  const sentMs = noon.getTime();
  const sent = given(deposits, requested, started).state as RequestedDeposit;
  const unsent = given(deposits, requested).state as RequestedDeposit;
  it.each([
    ['was just sent', sent, sentMs, true],
    ['was sent nearly a minute ago', sent, sentMs + CLOSE_EFFECT_AFTER_MS - 1, true],
    ['was sent a minute ago', sent, sentMs + CLOSE_EFFECT_AFTER_MS, false],
    ['was never sent', unsent, sentMs, false],
  ])('%s', (_, deposit, askedMs, may) => expect(mayStillArrive(deposit, askedMs)).toBe(may));
});

describe('the review of a deposit that was completed late', () => {
  const late = [requested, started, failed, completedLate] as const;
  const review = reviewDeposit('The partner knows', 'staff:s-1', noon);
  it('is recorded', () =>
    given(deposits, ...late)
      .when(review)
      .then(reviewed));
  it.each([
    ['is a repeat', [...late, reviewed]],
    ['is not needed after a completion in time', [requested, started, completed]],
  ])('changes nothing if it %s', (_, history) =>
    given(deposits, ...history)
      .when(review)
      .thenNothing(),
  );
  it('is rejected without a deposit', () =>
    given(deposits).when(review).thenRefused('transaction_not_found'));
});
