import { IANAZone } from 'luxon';
import { DAY_MS, type Day } from './day.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Above the largest offset of a zone from UTC, and above the largest change of a zone's offset. */
const AROUND_MS = 26 * HOUR_MS;

/** Returns whether the text names an IANA time zone, such as `America/New_York`, not an offset. */
export const isZone = (zone: string): boolean => /^[a-z]/i.test(zone) && IANAZone.isValidZone(zone);

/** Returns the calendar day in a zone. */
export const localDay = (zone: string, atMs: number): Day =>
  Math.floor(localMs(zone, atMs) / DAY_MS);

/** Returns the local time in a zone, in ms since midnight on the clock. */
export const localTimeMs = (zone: string, atMs: number): number =>
  localMs(zone, atMs) - localDay(zone, atMs) * DAY_MS;

/**
 * Returns the first moment, in epoch ms, at which clocks in a zone show the day and time or later.
 * For a time that clocks skip this is the moment of the change. For a repeated time it is the first
 * moment.
 */
export const firstMoment = (zone: string, day: Day, timeMs: number): number => {
  const wanted = day * DAY_MS + timeMs;
  const [from, until] = [wanted - AROUND_MS, wanted + AROUND_MS];
  const offset = offsetMs(zone, from);
  if (offset === offsetMs(zone, until)) return wanted - offset;
  for (let start = from; start < until; start += HOUR_MS) {
    const found = firstBetween(zone, start, start + HOUR_MS, wanted);
    if (found !== null) return found;
  }
  return wanted - offsetMs(zone, until);
};

/** Returns the moment if it is between `start` and `end`, which are at most one change apart. */
const firstBetween = (zone: string, start: number, end: number, wanted: number): number | null => {
  const change = changeBetween(zone, start, end);
  const before = Math.max(start, wanted - offsetMs(zone, start));
  if (before < change) return before;
  const after = Math.max(change, wanted - offsetMs(zone, end));
  return after <= end ? after : null;
};

/** Returns the moment of the change of offset between `start` and `end`, otherwise `end`. */
const changeBetween = (zone: string, start: number, end: number): number => {
  if (offsetMs(zone, start) === offsetMs(zone, end)) return end;
  let [earlier, later] = [start, end];
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetMs(zone, middle) === offsetMs(zone, start)) earlier = middle;
    else later = middle;
  }
  return later;
};

const localMs = (zone: string, atMs: number) => atMs + offsetMs(zone, atMs);

const offsetMs = (zone: string, atMs: number) => IANAZone.create(zone).offset(atMs) * MINUTE_MS;
