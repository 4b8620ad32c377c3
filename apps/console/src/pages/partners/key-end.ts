import type { Fields } from '../../ui/index.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const AHEAD_MS = new Map<string, number>(
  Object.entries({
    hour: HOUR_MS,
    day: 24 * HOUR_MS,
    week: 7 * 24 * HOUR_MS,
  }),
);

/** End of a key. Without a time, the key ends at once. */
export type KeyEnd = { readonly at?: string };

/** Parses the fields of an end. A chosen time is in UTC. */
export const keyEndOf = ({ ends = '', on = '' }: Fields, nowMs: number): KeyEnd => {
  if (ends === 'now') return {};
  const aheadMs = AHEAD_MS.get(ends);
  const at = aheadMs === undefined ? new Date(`${on}Z`) : new Date(nowMs + aheadMs);
  return { at: at.toISOString() };
};

/** Returns the next full minute in UTC, in the format of a time field. */
export const nextMinute = (nowMs: number): string =>
  new Date(nowMs + MINUTE_MS).toISOString().slice(0, 16);
