import { DAY_MS } from '#kernel/duration.js';

/** Filters of `GET /v1/journals` by the day of creation (`YYYY-MM-DD`). */
export type JournalDays = { readonly after?: string; readonly before?: string };

const DATE_CHARACTERS = 'YYYY-MM-DD'.length;
/** Largest assumed clock difference from the broker, including wrong settings. */
const SKEW_MS = DAY_MS;
const WINDOW_DAYS = 7;
/** A year. The last window also covers older effects. */
const WINDOWS_MAX = 53;

export const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DATE_CHARACTERS);

/**
 * Returns windows of days that cover all days since `since`, with any clock skew. The last window
 * is open-ended. The windows overlap, because the broker does not document whether its bounds are
 * inclusive.
 */
export const windowsSince = (since: string, now: Date): readonly JournalDays[] => {
  const windows: JournalDays[] = [];
  let first = dayOf(Date.parse(since) - SKEW_MS);
  const today = dayOf(now.getTime());
  while (dayBeside(first, WINDOW_DAYS) <= today && windows.length < WINDOWS_MAX - 1) {
    const next = dayBeside(first, WINDOW_DAYS);
    windows.push({ after: dayBeside(first, -1), before: dayBeside(next, 1) });
    first = next;
  }
  return [...windows, { after: dayBeside(first, -1) }];
};

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, DATE_CHARACTERS);
