/** Formats ISO 8601 UTC for people, as in reports and files: `2026-03-02 14:05 UTC`. */
export const inUtc = (at: string, seconds = false): string =>
  `${new Date(at)
    .toISOString()
    .slice(0, seconds ? 19 : 16)
    .replace('T', ' ')} UTC`;

/** Formats a time in the local zone, with the zone. */
export const onOwnClocks = (at: string): string => own.format(new Date(at));

const own = new Intl.DateTimeFormat(undefined, {
  ...{ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
});
