/** ISO 8601 UTC to what people read: `2026-03-02 14:05:06 UTC`. */
export const inUtc = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export const inReadersZone = (at: string, seconds = false): string =>
  (seconds ? long : short).format(new Date(at));

const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
