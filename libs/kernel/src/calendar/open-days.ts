import type { Day } from './day.js';

/** Counting of the days on which a bank or an exchange is open. */
export const openDays = (isOpen: (day: Day) => boolean) => {
  /** This day, or the first open day after it. */
  const from = (day: Day): Day => (isOpen(day) ? day : from(day + 1));
  /** The n-th open day after this day; with 0 this day itself, moved on if it is closed. */
  const plus = (day: Day, n: number): Day => {
    let reached = n === 0 ? from(day) : day;
    for (let left = n; left > 0; left--) reached = from(reached + 1);
    return reached;
  };
  return { from, plus };
};
