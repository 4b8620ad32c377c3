import { DateTime } from 'luxon';
import { DAY_MS, type Day, partsOf, weekdayOf } from '#kernel/calendar/day.js';
import { firstMoment, localDay } from '#kernel/calendar/local-time.js';
import { isTradingDay, plusTradingDays, tradingDayFrom } from '#kernel/calendar/trading-days.js';

export const NEW_YORK = 'America/New_York';

const OPEN = '09:30';
const CLOSE = '16:00';
const EARLY_CLOSE = '13:00';
const FRIDAY = 5;

/**
 * Whether the exchange closes at 13:00. Half days are the day after Thanksgiving and the eves of
 * Independence Day and Christmas Day (nyse.com, "Holidays & Trading Hours").
 */
export const isHalfDay = (day: Day): boolean => {
  if (!isTradingDay(day)) return false;
  const { month, dayOfMonth } = partsOf(day);
  if (month === 7) return dayOfMonth === 3;
  if (month === 12) return dayOfMonth === 24;
  return month === 11 && weekdayOf(day) === FRIDAY && dayOfMonth >= 23 && dayOfMonth <= 29;
};

const closeOf = (day: Day): string => (isHalfDay(day) ? EARLY_CLOSE : CLOSE);

/** Returns opening and close of a trading day, in ms. */
export const sessionOf = (day: Day) => ({
  opensAtMs: atTime(day, OPEN),
  closesAtMs: atTime(day, closeOf(day)),
});

/** Returns the moment at which clocks in New York show `time` (`HH:MM`), in ms. */
const atTime = (day: Day, time: string): number =>
  firstMoment(NEW_YORK, day, DateTime.fromISO(`1970-01-01T${time}Z`, { zone: 'utc' }).toMillis());

export const dateOf = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const clockBody = (nowMs: number) => {
  const today = localDay(NEW_YORK, nowMs);
  const trading = tradingDayFrom(today);
  const days = [trading, plusTradingDays(trading, 1)].map(sessionOf);
  const nextOpen = days.find(({ opensAtMs }) => opensAtMs > nowMs)?.opensAtMs ?? nowMs;
  const nextClose = days.find(({ closesAtMs }) => closesAtMs > nowMs)?.closesAtMs ?? nowMs;
  return {
    timestamp: inNewYork(nowMs),
    is_open: nextClose < nextOpen,
    next_open: inNewYork(nextOpen),
    next_close: inNewYork(nextClose),
  };
};

/** Lists the trading days between two days, inclusive. */
export const calendarBody = (start: Day, end: Day) =>
  Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
    .filter(isTradingDay)
    .map((day) => ({
      date: dateOf(day),
      open: OPEN,
      close: closeOf(day),
      session_open: '0400',
      session_close: isHalfDay(day) ? '1700' : '2000',
      settlement_date: dateOf(plusTradingDays(day, 1)),
    }));

const inNewYork = (ms: number): string =>
  DateTime.fromMillis(ms, { zone: NEW_YORK }).toISO({ suppressMilliseconds: true }) ?? '';
