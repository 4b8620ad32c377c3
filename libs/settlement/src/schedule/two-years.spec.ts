import { describe, expect, it } from '@jest/globals';
import { type Schedule, nextCutOff } from './schedule.js';

/**
 * Two years with a leap day, in zones with unusual clock changes: by half an hour, at midnight, four
 * times a year, never. The reference calculation reads a clock every quarter of an hour and uses a
 * fixed list of holidays.
 */
const ZONES = [
  'UTC',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'America/St_Johns',
  'Europe/London',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
const CUT_OFFS = ['00:00', '00:30', '01:30', '02:00', '02:30', '03:45', '17:00', '23:45'];
const RHYTHMS: Pick<Schedule, 'every' | 'on'>[] = [
  { every: 'day', on: null },
  { every: 'week', on: 'sun' },
  { every: 'week', on: 'fri' },
  { every: 'month', on: '1' },
  { every: 'month', on: 'last' },
];
const HOLIDAYS = new Set(
  `2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11
   2027-11-25 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09
   2028-11-23 2028-12-25`.split(/\s+/),
);
const FIRST = '2027-01-01';
const LAST = '2028-12-31';
const QUARTER_MS = 15 * 60_000;

const dates = (from: string, until: string): string[] => {
  const found: string[] = [];
  for (const day = new Date(`${from}T00:00Z`); ; day.setUTCDate(day.getUTCDate() + 1)) {
    found.push(day.toISOString().slice(0, 10));
    if (found.at(-1) === until) return found;
  }
};

/** Maps each cut-off time and date to the first quarter of an hour at or after it. */
const readClocks = (zone: string) => {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const found = new Map(CUT_OFFS.map((cutOff) => [cutOff, new Map<string, number>()]));
  const wanted = dates(FIRST, LAST);
  const next = new Map(CUT_OFFS.map((cutOff) => [cutOff, 0]));
  for (
    let at = Date.parse('2026-12-31T00:00Z');
    at < Date.parse('2029-01-02T00:00Z');
    at += QUARTER_MS
  ) {
    const reading = clock.format(at);
    for (const cutOff of CUT_OFFS) {
      const i = next.get(cutOff)!;
      const date = wanted[i];
      if (date === undefined || reading < `${date} ${cutOff}`) continue;
      found.get(cutOff)!.set(date, at);
      next.set(cutOff, i + 1);
    }
  }
  return found;
};

const isOpen = (date: string) =>
  ![0, 6].includes(new Date(date).getUTCDay()) && !HOLIDAYS.has(date);

/** Dates of a rhythm, each moved to the next date on which banks are open, without duplicates. */
const datesOf = ({ every, on }: (typeof RHYTHMS)[number]): Set<string> => {
  const all = dates(FIRST, LAST);
  const named = all.filter((date, i) => {
    if (every === 'day') return true;
    if (every === 'week') return new Date(date).toUTCString().slice(0, 3).toLowerCase() === on;
    return on === 'last' ? (all[i + 1]?.endsWith('-01') ?? true) : date.endsWith('-01');
  });
  const moved = named.map((date) => all.slice(all.indexOf(date)).find(isOpen));
  return new Set(moved.filter((date) => date !== undefined));
};

describe.each(ZONES)('two years in %s', (zone) => {
  const clocks = readClocks(zone);
  it.each(RHYTHMS)('every $every on $on: each cut-off comes exactly once', (rhythm) => {
    const expectedDates = [...datesOf(rhythm)];
    for (const cutOff of CUT_OFFS) {
      const expected = expectedDates.map((date) => clocks.get(cutOff)!.get(date)!);
      const schedule = { zone, cutOff, ...rhythm, dueDays: 2 };
      const found: number[] = [];
      let after = expected[0]! - 1;
      while (found.length < expected.length) {
        after = nextCutOff(schedule, after);
        found.push(after);
      }
      expect(found.map(text)).toEqual(expected.map(text));
    }
  });
});

const text = (ms: number) => new Date(ms).toISOString();
