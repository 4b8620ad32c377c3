import type { Cents } from '#platform/core/money.js';

type Moved = { readonly id: string; readonly amount: Cents | null };

/**
 * Which journal took which credit back: the one that names it, or else one of as much. Each takes back one
 * at most.
 * @returns by the id of the credit
 */
export const takenBackBy = <Journal extends Moved>(
  credits: readonly Journal[],
  backs: readonly Journal[],
  nameOf: (back: Journal) => string | null,
): ReadonlyMap<string, Journal> => {
  const found = new Map<string, Journal>();
  const left = new Set(backs);
  const pair = (isOf: (back: Journal, credit: Journal) => boolean): void => {
    for (const credit of credits) {
      const back = [...left].find((each) => isOf(each, credit));
      if (back === undefined || found.has(credit.id)) continue;
      left.delete(back);
      found.set(credit.id, back);
    }
  };
  pair((back, { id }) => nameOf(back) === id);
  pair((back, { amount }) => amount !== null && back.amount === amount);
  return found;
};
