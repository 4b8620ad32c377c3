const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Formats a duration: `850 ms`, `2.4 s`, `3 min`, `1.5 h`. */
export const durationOf = (ms: number): string => {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${short(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${short(ms / MINUTE_MS)} min`;
  return `${short(ms / HOUR_MS)} h`;
};

const short = (n: number): string => (n < 10 ? n.toFixed(1).replace('.0', '') : `${Math.round(n)}`);
