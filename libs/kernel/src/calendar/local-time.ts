import { IANAZone } from 'luxon';
import { DAY_MS, type Day } from './day.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** No zone is, or was, further from UTC, and no change of its clocks is larger. */
const AROUND_MS = 26 * HOUR_MS;

/** Whether this is a zone of the IANA database, like `America/New_York` or `UTC`, and no mere offset. */
export const isZone = (zone: string): boolean => /^[a-z]/i.test(zone) && IANAZone.isValidZone(zone);

/** The calendar day that clocks in this zone show. */
export const localDay = (zone: string, atMs: number): Day =>
  Math.floor(localMs(zone, atMs) / DAY_MS);

/** Milliseconds since midnight, as clocks in this zone show it. */
export const localTimeMs = (zone: string, atMs: number): number =>
  localMs(zone, atMs) - localDay(zone, atMs) * DAY_MS;

/**
 * The first moment at which clocks in this zone read that day and time, or later. So a time that
 * clocks jump over stands for the moment of the jump, and of a time that comes twice the first counts.
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

/** Clocks change at most once in an hour: before and after the change they run evenly. */
const firstBetween = (zone: string, start: number, end: number, wanted: number): number | null => {
  const change = changeBetween(zone, start, end);
  const before = Math.max(start, wanted - offsetMs(zone, start));
  if (before < change) return before;
  const after = Math.max(change, wanted - offsetMs(zone, end));
  return after <= end ? after : null;
};

/** The first moment of the later offset; the end when there is no change in between. */
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
