/** The broker's filters by the day of creation (`YYYY-MM-DD`), as `GET /v1/journals` takes them. */
export type JournalDays = { readonly after?: string; readonly before?: string };

const DAY_MS = 24 * 60 * 60_000;
const DATE_CHARACTERS = 'YYYY-MM-DD'.length;
/** How far the broker's clock and ours may be apart, wrongly set ones included. */
const SKEW_MS = DAY_MS;
const WINDOW_DAYS = 7;
/** A year; an effect that is older is looked for in the last one of them as well. */
const WINDOWS_MAX = 53;

export const dayBeside = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DATE_CHARACTERS);

/**
 * Windows of days that together hold everything from `since` on, whatever the clocks say; the last
 * one has no end. Whether the broker counts the days of the bounds in is not said: they overlap.
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
