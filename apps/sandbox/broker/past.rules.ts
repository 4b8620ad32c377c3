import { type Cents, cents } from '#kernel/money.js';
import type { Movement } from './movements.js';

/** State of an account just before a moment. */
export type Past = {
  readonly equity: Cents;
  /** Net transfers into the account since the first moment. */
  readonly transferred: Cents;
};

type Present = { readonly cash: bigint; readonly quantities: ReadonlyMap<string, bigint> };
type ValueAt = (symbol: string, quantity: bigint, atMs: number) => bigint;

/**
 * Reverses movements, newest first, back to each of the ascending moments. Movements before the first
 * moment are not needed.
 */
export const rewind = (
  present: Present,
  movements: readonly Movement[],
  momentsMs: readonly number[],
  valueAt: ValueAt,
): readonly Past[] => {
  let { cash } = present;
  const quantities = new Map(present.quantities);
  let transferred = movements.reduce((sum, moved) => sum + transferIn(moved), 0n);
  let next = 0;
  const undoUntil = (atMs: number) => {
    for (let moved = movements[next]; moved !== undefined && moved.atMs >= atMs;) {
      cash -= moved.cents;
      transferred -= transferIn(moved);
      if (moved.symbol !== null)
        quantities.set(moved.symbol, (quantities.get(moved.symbol) ?? 0n) - moved.quantity);
      moved = movements[(next += 1)];
    }
  };
  return momentsMs
    .toReversed()
    .map((atMs) => {
      undoUntil(atMs);
      const values = [...quantities].map(([symbol, quantity]) => valueAt(symbol, quantity, atMs));
      const equity = values.reduce((sum, value) => sum + value, cash);
      return { equity: cents(equity), transferred: cents(transferred) };
    })
    .toReversed();
};

const transferIn = ({ symbol, cents: amount }: Movement): bigint => (symbol === null ? amount : 0n);
