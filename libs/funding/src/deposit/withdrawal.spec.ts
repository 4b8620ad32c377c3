import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { creditDeposit, settleReservation, settleWithdrawal } from '../jobs.js';
import { amountsOf, movedCents, netCents } from './amounts.js';
import { cancelWithdrawal } from './cancel-withdrawal.decide.js';
import { closeUnsent, requestClose } from './close-deposit.decide.js';
import { delayDeposit, recordJournal, requestDeposit, startDeposit } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { depositPolicy } from './deposit.policy.js';
import { deposits } from './deposit.state.js';

const { noon, ofWithdrawal, terms } = example;
const requested = ofWithdrawal(example.requested);
const started = ofWithdrawal(example.started);
const accepted = ofWithdrawal(example.accepted);
const completed = ofWithdrawal(example.completed);
const failed = ofWithdrawal(example.failed);
const canceled = ofWithdrawal(example.canceled);
const throttled = ofWithdrawal(example.throttled);
const requests = { ...terms, direction: 'WITHDRAWAL', amountCents: cents(98_50) } as const;

describe('the amounts of a transaction', () => {
  const amounts = { amountCents: cents(100_00), feeCents: cents(1_50) };
  it.each([
    ['DEPOSIT', 98_50n],
    ['WITHDRAWAL', 100_00n],
  ] as const)('%s: the broker moves %i cents', (direction, moved) => {
    expect(movedCents({ ...amounts, direction })).toBe(moved);
    expect(amountsOf({ ...amounts, direction }, cents(moved))).toEqual(amounts);
  });
  it.each([
    ['DEPOSIT', 0, [0n, 0n]],
    ['DEPOSIT', 60_00, [61_50n, 1_50n]],
    ['WITHDRAWAL', 0, [0n, 0n]],
    ['WITHDRAWAL', 60_00, [60_00n, 1_50n]],
    ['WITHDRAWAL', 1_00, [1_00n, 1_00n]],
  ] as const)('%s of which %i cents are moved', (direction, moved, [amountCents, feeCents]) => {
    const part = amountsOf({ ...amounts, direction }, cents(moved));
    expect(part).toEqual({ amountCents, feeCents });
    expect(netCents(part)).toBeGreaterThanOrEqual(0n);
  });
});

describe('a request for a withdrawal', () => {
  it('records it', () =>
    given(deposits).when(requestDeposit(requests, example.at)).then(requested));
  it('ignores a repeat', () =>
    given(deposits, requested).when(requestDeposit(requests, example.at)).thenNothing());
  it('rejects the externalId of a deposit', () => {
    given(deposits, example.requested)
      .when(requestDeposit({ ...terms, direction: 'WITHDRAWAL' }, example.at))
      .thenRefused('external_id_already_exists');
    given(deposits, requested)
      .when(requestDeposit({ ...requests, direction: 'DEPOSIT' }, example.at))
      .thenRefused('external_id_already_exists');
  });
});

describe('the broker’s response to a withdrawal', () => {
  const sent = [requested, started] as const;
  const journal = (status: string) =>
    ({ kind: 'journal', journal: { id: 'j-1', status, amount: cents(98_50) } }) as const;
  const withReason = (reason: string, brokerReason: string) =>
    ({ ...failed, data: { ...failed.data, reason, brokerReason } }) as DepositEvent;
  const short = { kind: 'short', attempt: 1, reason: 'insufficient balance' } as const;
  const SHORT = withReason(
    'The user’s account does not have the amount; no money moved',
    short.reason,
  );

  it('completes it', () =>
    given(deposits, ...sent)
      .when(recordJournal(journal('executed'), noon))
      .then(completed));
  it('fails it when the user’s account is short', () =>
    given(deposits, ...sent)
      .when(recordJournal(short, noon))
      .then(SHORT));
  it('fails it when the account is short while an operator closes it', () => {
    const closing = ofWithdrawal(example.closeRequested);
    given(deposits, ...sent, closing)
      .when(recordJournal(short, noon))
      .then(SHORT);
  });
  it('does not end the next send', () => {
    const next = { ...started, data: { ...started.data, attempt: 2 } } as DepositEvent;
    given(deposits, ...sent, next)
      .when(recordJournal(short, noon))
      .thenNothing();
  });
  it('fails it by another rejection', () =>
    given(deposits, ...sent)
      .when(recordJournal({ kind: 'refused', attempt: 1, reason: 'no' }, noon))
      .then(withReason('The broker refused the withdrawal', 'no')));
  it('never queues it for the pre-funded account', () =>
    given(deposits, requested).when(delayDeposit(noon)).thenNothing());
});

describe('canceling a withdrawal', () => {
  const cancel = cancelWithdrawal(noon);
  it('ends it before the first send', () => {
    given(deposits, requested).when(cancel).then(canceled);
    expect(given(deposits, requested, canceled).state).toMatchObject({ status: 'canceled' });
  });
  it.each([
    ['being sent', [started]],
    ['throttled', [started, throttled]],
    ['with the broker', [started, accepted]],
    ['completed', [started, completed]],
    ['failed', [started, failed]],
    ['canceled', [canceled]],
  ])('is rejected while it is %s', (_, history) =>
    given(deposits, requested, ...history)
      .when(cancel)
      .thenRefused('transaction_final'),
  );
  it('is rejected for a deposit', () =>
    given(deposits, example.requested).when(cancel).thenRefused('transaction_not_cancelable'));
  it('prevents its send and its closure', () => {
    const history = [requested, canceled] as const;
    given(deposits, ...history)
      .when(startDeposit(noon))
      .thenNothing();
    given(deposits, ...history)
      .when(closeUnsent(noon))
      .thenNothing();
    given(deposits, ...history)
      .when(requestClose('test', 'staff:s-1', noon))
      .thenRefused('cannot_be_closed');
  });
});

describe('the policy of a withdrawal', () => {
  const id = 'd-1.u-1';
  const soon = new Date(noon.getTime() + 15_000);
  const settles = [
    { kind: 'enqueue', job: settleWithdrawal, id },
    { kind: 'schedule', job: settleWithdrawal, id, at: soon },
  ];
  it('cancels the job of its reservation once it exists', () =>
    expect(depositPolicy(requested)).toContainEqual({ kind: 'cancel', job: settleWithdrawal, id }));
  it.each([
    ['completed', completed],
    ['failed', failed],
    ['canceled', canceled],
  ])('ends its reservation: %s', (_, event) =>
    expect(depositPolicy(event)).toEqual(expect.arrayContaining(settles)),
  );
  it('sends nothing after it was canceled', () =>
    expect(depositPolicy(canceled)).toContainEqual({
      kind: 'cancel',
      job: creditDeposit,
      id: 'd-1',
    }));
  it('counts it again after a late completion', () =>
    expect(depositPolicy(ofWithdrawal(example.completedLate))).toContainEqual(settles[0]));
  it('does not change the daily limit of deposits', () => {
    for (const event of [requested, completed, failed, canceled])
      expect(depositPolicy(event).map(({ job }) => job)).not.toContain(settleReservation);
  });
});
