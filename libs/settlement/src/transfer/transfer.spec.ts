import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { confirmBooked, recordTransfer, reverseRecording } from './transfer.decide.js';
import type { TransferEvent } from './transfer.events.js';
import { transferId, transfers } from './transfer.state.js';
import { transferPolicy } from './transfer.policy.js';

const now = new Date('2026-03-16T12:00:00.000Z');
const at = now.toISOString();
const partnerId = 'p-1';
const reference = 'R1';
const kind = 'payment';
const id = transferId(partnerId, reference);
const amountCents = cents(100_00);
const about = { transferId: id, partnerId, reference, amountCents };
const match = { periodId: 's-1', number: 1, dueAt: at, amountCents };
const matched = { matches: [match], creditCents: cents(0) };

const recorded: TransferEvent = {
  type: 'TransferRecorded',
  data: { ...about, kind, entry: 1, ledgerRevision: '4', at },
};
const bookedAs = (entry: number): TransferEvent => ({
  type: 'TransferBooked',
  data: { transferId: id, partnerId, entry, ...matched, at },
});
const reversed: TransferEvent = {
  type: 'TransferReversed',
  data: { ...about, entry: 2, reason: 'mistyped', ledgerRevision: '9', at },
};
const record = (amount = 100_00) =>
  recordTransfer({ partnerId, kind, reference, amountCents: cents(amount) }, 4n, now);
const reverse = reverseRecording('mistyped', 9n, now);

const UNDER_WAY = expect.objectContaining({ refusal: 'unavailable' });

describe('recording a transfer', () => {
  it('adds the transfer', () => given(transfers).when(record()).then(recorded));
  it.each([
    ['booked or not', [recorded]],
    ['booked', [recorded, bookedAs(1)]],
    ['reversed', [recorded, bookedAs(1), reversed, bookedAs(2)]],
  ])('changes nothing for a repeat that is %s', (_, history) =>
    given(transfers, ...history)
      .when(record())
      .thenNothing(),
  );
  it('recognizes a reference in another Unicode normal form', () => {
    const [one, other] = ['M\u00fcller', 'Mu\u0308ller'] as const;
    expect(transferId(partnerId, other)).toBe(transferId(partnerId, one));
    expect(transferId(partnerId, 'Muller')).not.toBe(transferId(partnerId, one));
    const decision = recordTransfer({ partnerId, kind, reference: other, amountCents }, 4n, now);
    expect(decision(given(transfers).state)).toMatchObject([{ data: { reference: one } }]);
  });
  it('rejects the reference with another amount', () =>
    given(transfers, recorded, bookedAs(1))
      .when(record(1))
      .thenRefused('reference_already_exists'));
  it('corrects a reversed transfer under the same reference', () =>
    given(transfers, recorded, bookedAs(1), reversed, bookedAs(2))
      .when(record(1))
      .then({
        type: 'TransferRecorded',
        data: { ...about, kind, amountCents: cents(1), entry: 3, ledgerRevision: '4', at },
      }));
  it('keeps every reversed amount of the reference reversed', () => {
    const other = { ...about, amountCents: cents(90_00) };
    const history: TransferEvent[] = [
      ...[recorded, bookedAs(1), reversed, bookedAs(2)],
      { type: 'TransferRecorded', data: { ...other, kind, entry: 3, ledgerRevision: '12', at } },
      bookedAs(3),
      {
        type: 'TransferReversed',
        data: { ...other, entry: 4, reason: 'mistyped', ledgerRevision: '15', at },
      },
      bookedAs(4),
    ];
    for (const amount of [100_00, 90_00])
      given(transfers, ...history)
        .when(record(amount))
        .thenNothing();
    given(transfers, ...history)
      .when(record(95_00))
      .thenTypes('TransferRecorded');
  });
  it('is rejected while an entry is not booked yet', () => {
    const { state } = given(transfers, recorded, bookedAs(1), reversed);
    expect(() => record(1)(state)).toThrow(UNDER_WAY);
  });
});

describe('reversing a transfer', () => {
  it('follows the recording', () =>
    given(transfers, recorded, bookedAs(1)).when(reverse).then(reversed));
  it('happens once', () =>
    given(transfers, recorded, bookedAs(1), reversed).when(reverse).thenNothing());
  it('is rejected if the transfer was never recorded', () =>
    given(transfers).when(reverse).thenRefused('transfer_not_found'));
  it('waits until the recording is booked', () =>
    expect(() => reverse(given(transfers, recorded).state)).toThrow(UNDER_WAY));
});

describe('booking a transfer', () => {
  const confirm = confirmBooked(1, matched, now);
  it('records the periods that it paid', () =>
    given(transfers, recorded).when(confirm).then(bookedAs(1)));
  it.each([
    ['twice', [recorded, bookedAs(1)]],
    ['for an earlier entry', [recorded, bookedAs(1), reversed]],
  ])('does not happen %s', (_, history) =>
    given(transfers, ...history)
      .when(confirm)
      .thenNothing(),
  );
});

describe('the policy of a transfer', () => {
  it.each([recorded, reversed])('enqueues the booking: $type', (event) =>
    expect(transferPolicy(event).map(({ kind }) => kind)).toEqual(['enqueue', 'schedule']),
  );
  it('cancels the booking once it is done', () =>
    expect(transferPolicy(bookedAs(1)).map(({ kind }) => kind)).toEqual(['cancel']));
});
