import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { given } from '../../../../test/support/given.js';
import { recordTransfer, reverseRecording } from './transfer.decide.js';
import type { TransferEvent } from './transfer.events.js';
import { transferId, transfers } from './transfer.state.js';

const now = new Date('2026-03-16T12:00:00.000Z');
const at = now.toISOString();
const partnerId = 'p-1';
const reference = 'R1';
const id = transferId(partnerId, reference);
const about = { transferId: id, partnerId, at };

const recordedOver = (amount: number): TransferEvent => ({
  type: 'TransferRecorded',
  data: { ...about, reference, entry: 1, amountCents: cents(amount), bookRevision: '4' },
});
const booked: TransferEvent = {
  type: 'TransferBooked',
  data: { ...about, entry: 1, matches: [], creditCents: cents(0) },
};
const proposed = (by: string, amount: number): TransferEvent => ({
  type: 'TransferProposed',
  data: { ...about, reference, amountCents: cents(amount), by },
});
const reversalProposed = (by: string): TransferEvent => ({
  type: 'TransferReversalProposed',
  data: { ...about, reason: 'mistyped', by },
});
const reversed: TransferEvent = {
  type: 'TransferReversed',
  data: {
    ...{ ...about, reference, entry: 2, amountCents: cents(100_01) },
    ...{ reason: 'mistyped', bookRevision: '9' },
  },
};

const rule = (by: string) => ({ by, aboveCents: cents(100_00) });
const record = (by: string, amount: number) =>
  recordTransfer({ partnerId, reference, amountCents: cents(amount) }, 4n, now, rule(by));
const reverse = (by: string) => reverseRecording('mistyped', 9n, now, rule(by));

describe('an amount that two people must ask for', () => {
  it.each<[string, readonly TransferEvent[], ReturnType<typeof record>, readonly TransferEvent[]]>([
    ['is above the limit, not at it', [], record('ann', 100_00), [recordedOver(100_00)]],
    ['waits for the second', [], record('ann', 100_01), [proposed('ann', 100_01)]],
    [
      'is recorded by the second',
      [proposed('ann', 100_01)],
      record('bob', 100_01),
      [recordedOver(100_01)],
    ],
    ['waits on when the first repeats it', [proposed('ann', 100_01)], record('ann', 100_01), []],
    [
      'is another when the first asks for another amount',
      [proposed('ann', 100_01)],
      record('ann', 100_02),
      [proposed('ann', 100_02)],
    ],
    [
      'is the second one’s when the two do not agree',
      [proposed('ann', 100_01)],
      record('bob', 100_02),
      [proposed('bob', 100_02)],
    ],
    [
      'is taken back by two as well',
      [recordedOver(100_01), booked],
      reverse('ann'),
      [reversalProposed('ann')],
    ],
    [
      'is taken back by one, and not again by the same one',
      [recordedOver(100_01), booked, reversalProposed('ann')],
      reverse('ann'),
      [],
    ],
    [
      'is taken back by the second',
      [recordedOver(100_01), booked, reversalProposed('ann')],
      reverse('bob'),
      [reversed],
    ],
    [
      'is taken back by two, whoever recorded it',
      [proposed('ann', 100_01), recordedOver(100_01), booked],
      reverse('bob'),
      [reversalProposed('bob')],
    ],
  ])('%s', (_, history, decision, events) =>
    expect(decision(given(transfers, ...history).state)).toEqual(events),
  );

  it('cannot be taken back before anybody has recorded it', () =>
    given(transfers, proposed('ann', 100_01))
      .when(reverse('bob'))
      .thenRefused('transfer_not_found'));
  it('is never taken back on paper where nothing was recorded', () =>
    expect(() => given(transfers, reversalProposed('ann'))).toThrow('never recorded'));
});
