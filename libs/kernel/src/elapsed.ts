/**
 * Returns a function that returns the ms since `calendarMs`, the longer time of two clocks. The wall
 * clock may be set back, and the monotonic clock stops while the machine sleeps.
 */
export const elapsedSince = (calendarMs = Date.now()): (() => number) => {
  const steadyMs = performance.now();
  return () => Math.max(Date.now() - calendarMs, performance.now() - steadyMs);
};
