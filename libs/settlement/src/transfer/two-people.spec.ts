import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { recordTransfer, reverseRecording } from './transfer.decide.js';
import type { TransferEvent } from './transfer.events.js';
import { transferId, transfers } from './transfer.state.js';

const now = new Date('2026-03-16T12:00:00.000Z');
const at = now.toISOString();
const partnerId = 'p-1';
const reference = 'R1';
const kind = 'payment';
const id = transferId(partnerId, reference);
const about = { transferId: id, partnerId, at };

const recordedOver = (amount: number): TransferEvent => ({
  type: 'TransferRecorded',
  data: { ...about, kind, reference, entry: 1, amountCents: cents(amount), ledgerRevision: '4' },
});
const booked: TransferEvent = {
  type: 'TransferBooked',
  data: { ...about, entry: 1, matches: [], creditCents: cents(0) },
};
const proposed = (by: string, amount: number): TransferEvent => ({
  type: 'TransferProposed',
  data: { ...about, kind, reference, amountCents: cents(amount), by },
});
const reversalProposed = (by: string): TransferEvent => ({
  type: 'TransferReversalProposed',
  data: { ...about, reason: 'mistyped', by },
});
const reversed: TransferEvent = {
  type: 'TransferReversed',
  data: {
    ...{ ...about, reference, entry: 2, amountCents: cents(100_01) },
    ...{ reason: 'mistyped', ledgerRevision: '9' },
  },
};

const rule = (by: string) => ({ by, aboveCents: cents(100_00) });
const record = (by: string, amount: number) =>
  recordTransfer({ partnerId, kind, reference, amountCents: cents(amount) }, 4n, now, rule(by));
const reverse = (by: string) => reverseRecording('mistyped', 9n, now, rule(by));

describe('an amount that two people must request', () => {
  it.each<[string, readonly TransferEvent[], ReturnType<typeof record>, readonly TransferEvent[]]>([
    ['needs one person at the limit', [], record('ann', 100_00), [recordedOver(100_00)]],
    [
      'waits for the second person above the limit',
      [],
      record('ann', 100_01),
      [proposed('ann', 100_01)],
    ],
    [
      'is recorded by the second',
      [proposed('ann', 100_01)],
      record('bob', 100_01),
      [recordedOver(100_01)],
    ],
    [
      'still waits if the first person repeats the request',
      [proposed('ann', 100_01)],
      record('ann', 100_01),
      [],
    ],
    [
      'changes if the first person requests another amount',
      [proposed('ann', 100_01)],
      record('ann', 100_02),
      [proposed('ann', 100_02)],
    ],
    [
      'becomes the proposal of the second person if the amounts differ',
      [proposed('ann', 100_01)],
      record('bob', 100_02),
      [proposed('bob', 100_02)],
    ],
    [
      'needs two people for a reversal',
      [recordedOver(100_01), booked],
      reverse('ann'),
      [reversalProposed('ann')],
    ],
    [
      'is not reversed if the same person repeats the request',
      [recordedOver(100_01), booked, reversalProposed('ann')],
      reverse('ann'),
      [],
    ],
    [
      'is reversed by the second person',
      [recordedOver(100_01), booked, reversalProposed('ann')],
      reverse('bob'),
      [reversed],
    ],
    [
      'is reversed by two people, even those who recorded it',
      [proposed('ann', 100_01), recordedOver(100_01), booked],
      reverse('bob'),
      [reversalProposed('bob')],
    ],
  ])('%s', (_, history, decision, events) =>
    expect(decision(given(transfers, ...history).state)).toEqual(events),
  );

  it('cannot be reversed before it is recorded', () =>
    given(transfers, proposed('ann', 100_01))
      .when(reverse('bob'))
      .thenRefused('transfer_not_found'));
  it('cannot have a reversal proposal before it is recorded', () =>
    expect(() => given(transfers, reversalProposed('ann'))).toThrow('never recorded'));
});
