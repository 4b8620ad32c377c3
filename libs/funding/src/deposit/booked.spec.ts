import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { type RequestedDeposit, deposits } from './deposit.state.js';

const { accepted, adjusted, completed, completedLate, requested, reversed, reviewed, started } =
  example;
const credited = [requested, started, accepted, completed] as const;
const changed = <Event extends DepositEvent>(event: Event, data: Partial<Event['data']>) =>
  ({ ...event, data: { ...event.data, ...data } }) as DepositEvent;

/** The fee of the example is 1.50. Here the broker's change reduces it too. */
const withFee = changed(adjusted, { feeCents: cents(-50), number: 2 });
const partly = changed(reversed, { amountCents: cents(61_50), feeCents: cents(1_00), number: 3 });
/** As earlier versions wrote it, with one journal and one change. */
const { number: _, credits: __, ...before } = (reversed as Reversed).data;
type Reversed = Extract<DepositEvent, { type: 'DepositReversed' }>;
const plain: DepositEvent = { type: 'DepositReversed', data: before };

type Booked = Pick<RequestedDeposit, 'status' | 'credits' | 'adjustments'> & {
  readonly booked: readonly [number, number];
};

describe('the booked amounts of a deposit', () => {
  it.each<[string, DepositEvent[], Booked]>([
    [
      'completed',
      [...credited],
      {
        status: 'completed',
        booked: [100_00, 1_50],
        credits: { 'j-1': cents(98_50) },
        adjustments: 0,
      },
    ],
    [
      'changed by the broker, including the fee',
      [...credited, withFee],
      {
        ...{ status: 'completed', booked: [61_50, 1_00], adjustments: 2 },
        credits: { 'j-1': cents(0), 'j-2': cents(60_00) },
      },
    ],
    [
      'reversed after that',
      [...credited, withFee, partly],
      {
        ...{ status: 'reversed', booked: [0, 0], adjustments: 3 },
        credits: { 'j-1': cents(0), 'j-2': cents(60_00) },
      },
    ],
    [
      'reversed, as earlier versions wrote it',
      [...credited, plain],
      { status: 'reversed', booked: [0, 0], credits: { 'j-1': cents(0) }, adjustments: 1 },
    ],
  ])('%s', (_name, history, expected) => {
    const { status, booked, credits, adjustments } = given(deposits, ...history)
      .state as RequestedDeposit;
    expect({
      ...{ status, credits, adjustments },
      booked: [booked.amountCents, booked.feeCents].map(Number),
    }).toEqual(expected);
  });

  it('do not change with a review', () => {
    const late = given(deposits, requested, started, completedLate).state as RequestedDeposit;
    const after = given(deposits, requested, started, completedLate, reviewed).state;
    expect(late.isToBeReviewed).toBe(true);
    expect(after).toEqual({ ...late, isToBeReviewed: false });
  });
});
