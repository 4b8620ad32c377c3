/**
 * How long ago this was, in ms, by whichever clock says more: the calendar may be set back, and the other
 * clock stands still while the machine sleeps.
 */
export const elapsedSince = (calendarMs = Date.now()): (() => number) => {
  const steadyMs = performance.now();
  return () => Math.max(Date.now() - calendarMs, performance.now() - steadyMs);
};
