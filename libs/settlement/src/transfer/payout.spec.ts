import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import {
  declinePayout,
  recordTransfer,
  reverseRecording,
  withinCredit,
} from './transfer.decide.js';
import type { TransferEvent } from './transfer.events.js';
import { DECLINED, type TransferKind, transferId, transfers } from './transfer.state.js';
import { transferPolicy } from './transfer.policy.js';

const now = new Date('2026-03-16T12:00:00.000Z');
const at = now.toISOString();
const partnerId = 'p-1';
const reference = 'OUT-1';
const id = transferId(partnerId, reference);
const about = { transferId: id, partnerId, at };

const entry = (kind: TransferKind, amount: number, number = 1): TransferEvent => ({
  type: 'TransferRecorded',
  data: {
    ...{ ...about, kind, reference, entry: number },
    ...{ amountCents: cents(amount), ledgerRevision: '4' },
  },
});
const paidOut = entry('payout', 60_00);
const booked: TransferEvent = {
  type: 'TransferBooked',
  data: { ...about, entry: 1, matches: [], creditCents: cents(-60_00) },
};
const declined: TransferEvent = { type: 'TransferDeclined', data: { ...about, entry: 1 } };
const proposed: TransferEvent = {
  type: 'TransferProposed',
  data: { ...about, kind: 'payout', reference, amountCents: cents(60_00), by: 'ann' },
};

const pay = (amount: number, credit: number, by = 'ann', above: number | null = null) => {
  const recording = { partnerId, kind: 'payout', reference, amountCents: cents(amount) } as const;
  const rule = { by, aboveCents: above === null ? null : cents(above) };
  return withinCredit(recording, cents(credit), recordTransfer(recording, 4n, now, rule));
};
const receive = (amount: number) =>
  recordTransfer({ partnerId, kind: 'payment', reference, amountCents: cents(amount) }, 4n, now);

describe('a payout', () => {
  it('may take the whole credit', () => given(transfers).when(pay(60_00, 60_00)).then(paidOut));
  it.each([59_99, 0, -1])('is rejected with a credit of %p cents', (credit) =>
    given(transfers).when(pay(60_00, credit)).thenRefused('payout_above_credit'),
  );
  it.each<[string, readonly TransferEvent[]]>([
    ['before it is booked', [paidOut]],
    ['after it is booked', [paidOut, booked]],
  ])('changes nothing as a repeat %s, whatever the credit is now', (_, history) =>
    given(transfers, ...history)
      .when(pay(60_00, 0))
      .thenNothing(),
  );
  it('is rejected under its reference with another amount', () =>
    given(transfers, paidOut, booked).when(pay(1, 100)).thenRefused('reference_already_exists'));
  it('is rejected under the reference of a payment', () =>
    given(transfers, entry('payment', 60_00))
      .when(pay(60_00, 60_00))
      .thenRefused('reference_already_exists'));
  it('reserves its reference against payments', () =>
    given(transfers, paidOut, booked).when(receive(60_00)).thenRefused('reference_already_exists'));
  it('can be reversed', () =>
    given(transfers, paidOut, booked)
      .when(reverseRecording('sent back', 9n, now))
      .thenTypes('TransferReversed'));
});

describe('a payout above the limit of one person', () => {
  it('waits for the second person', () =>
    given(transfers)
      .when(pay(60_00, 60_00, 'ann', 50_00))
      .then(proposed));
  it('is not proposed above the credit', () =>
    given(transfers)
      .when(pay(60_00, 1, 'ann', 50_00))
      .thenRefused('payout_above_credit'));
  it('is recorded by the second person', () =>
    given(transfers, proposed)
      .when(pay(60_00, 60_00, 'bob', 50_00))
      .then(paidOut));
  it('is rejected if the credit was used in the meantime', () =>
    given(transfers, proposed)
      .when(pay(60_00, 1, 'bob', 50_00))
      .thenRefused('payout_above_credit'));
  it('is not approved by a payment of the same amount', () => {
    const rule = { by: 'bob', aboveCents: cents(50_00) };
    const recording = { partnerId, reference, amountCents: cents(60_00) };
    given(transfers, proposed)
      .when(recordTransfer({ ...recording, kind: 'payment' }, 4n, now, rule))
      .thenTypes('TransferProposed');
  });
});

describe('a payout that the ledger declined', () => {
  it('ends', () => given(transfers, paidOut).when(declinePayout(1, now)).then(declined));
  it.each<[string, readonly TransferEvent[]]>([
    ['absent', []],
    ['booked', [paidOut, booked]],
    ['declined already', [paidOut, declined]],
  ])('changes nothing if it is %s', (_, history) =>
    given(transfers, ...history)
      .when(declinePayout(1, now))
      .thenNothing(),
  );
  it('counts as reversed', () =>
    expect(given(transfers, paidOut, declined).state).toMatchObject({
      ...{ status: 'reversed', booked: true, reason: DECLINED },
    }));
  it('can be recorded again when there is credit', () =>
    given(transfers, paidOut, declined)
      .when(pay(60_00, 60_00))
      .then(entry('payout', 60_00, 2)));
  it('is rejected again while there is too little credit', () =>
    given(transfers, paidOut, declined).when(pay(60_00, 59_99)).thenRefused('payout_above_credit'));
  it('stays reversed after a later recording was reversed', () => {
    const again = entry('payout', 60_00, 2);
    const bookedAgain: TransferEvent = { ...booked, data: { ...booked.data, entry: 2 } as never };
    const { state } = given(transfers, paidOut, declined, again, bookedAgain);
    const [reversed] = reverseRecording('sent back', 9n, now)(state);
    given(transfers, paidOut, declined, again, bookedAgain, reversed!)
      .when(pay(60_00, 60_00))
      .thenNothing();
  });
  it('leaves the reference to another amount', () =>
    given(transfers, paidOut, declined)
      .when(pay(10_00, 10_00))
      .then(entry('payout', 10_00, 2)));
  it('cancels its job', () => expect(transferPolicy(declined)).toEqual(transferPolicy(booked)));
});
