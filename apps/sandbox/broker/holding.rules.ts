type Before = { readonly quantity: bigint; readonly cost: bigint };

/**
 * Returns the cost of a position after a trade of `quantity` shares for `value`, which are negative for a
 * sale. Shares leave the position at its average cost.
 */
export const costAfter = (before: Before, quantity: bigint, value: bigint): bigint => {
  const after = before.quantity + quantity;
  if (after === 0n) return 0n;
  if (before.quantity * quantity >= 0n) return before.cost + value;
  const isTurned = before.quantity > 0n !== after > 0n;
  return isTurned
    ? (value * after) / quantity
    : before.cost + (before.cost * quantity) / before.quantity;
};
