import { type Cents, cents } from '#kernel/money.js';

/** A withdrawal uses the events and rules of a deposit with the opposite sign. */
export const DIRECTIONS = ['DEPOSIT', 'WITHDRAWAL'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export type Amounts = { readonly amountCents: Cents; readonly feeCents: Cents };
export type DirectedAmounts = Amounts & { readonly direction: Direction };

/** Returns the amount less the fee. The user receives it. */
export const netCents = ({ amountCents, feeCents }: Amounts): Cents =>
  cents(amountCents - feeCents);

/** Returns the cents that the broker moves: the net of a deposit, the whole amount of a withdrawal. */
export const movedCents = ({ direction, ...amounts }: DirectedAmounts): Cents =>
  direction === 'DEPOSIT' ? netCents(amounts) : amounts.amountCents;

/**
 * Returns the amounts of a transaction of which the broker moved only `moved` cents. The fee stays
 * whole while something is moved. The net of a withdrawal is never negative.
 */
export const amountsOf = ({ direction, feeCents }: DirectedAmounts, moved: Cents): Amounts => {
  if (moved === 0n) return { amountCents: moved, feeCents: moved };
  return direction === 'DEPOSIT'
    ? { amountCents: cents(moved + feeCents), feeCents }
    : { amountCents: moved, feeCents: feeCents < moved ? feeCents : moved };
};
