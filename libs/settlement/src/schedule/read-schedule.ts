import { type FieldError, unacceptable } from '#kernel/refused.js';
import { isZone } from '#kernel/calendar/local-time.js';
import { type Schedule, WEEKDAYS } from './schedule.js';

const DUE_DAYS_MAX = 60;

export type ScheduleInput = {
  readonly zone: string;
  readonly cutOff: string;
  readonly every: string;
  readonly on: string | null;
  readonly dueDays: number;
};

/** Validates a schedule. @throws {Refused} with all errors at once. */
export const readSchedule = (input: ScheduleInput): Schedule => {
  const { zone, cutOff, every, on, dueDays } = input;
  const errors = [
    fieldError(isZone(zone), 'zone', 'must be a time zone, like America/New_York'),
    fieldError(/^([01]\d|2[0-3]):[0-5]\d$/.test(cutOff), 'cutOff', 'must be hh:mm, 00:00 to 23:59'),
    fieldError(isEvery(every), 'every', 'must be one of: day, week, month'),
    ...(isEvery(every) ? onErrors(every, on) : []),
    fieldError(
      Number.isInteger(dueDays) && dueDays >= 0 && dueDays <= DUE_DAYS_MAX,
      'dueDays',
      `must be a whole number of business days, 0 to ${DUE_DAYS_MAX}`,
    ),
  ].flat();
  if (errors.length > 0 || !isEvery(every)) throw unacceptable(...errors);
  return { zone, cutOff, every, on, dueDays };
};

const isEvery = (every: string): every is Schedule['every'] =>
  ['day', 'week', 'month'].includes(every);

const onErrors = (every: Schedule['every'], on: string | null): readonly FieldError[] => {
  switch (every) {
    case 'day':
      return fieldError(on === null, 'on', 'is for weeks and months only');
    case 'week': {
      const isWeekday = on !== null && WEEKDAYS.some((weekday) => weekday === on);
      return fieldError(isWeekday, 'on', `is required for weeks, one of: ${WEEKDAYS.join(', ')}`);
    }
    case 'month': {
      const isDay = on !== null && /^([1-9]|1\d|2[0-8]|last)$/.test(on);
      return fieldError(isDay, 'on', 'is required for months: 1 to 28, or last');
    }
  }
};

const fieldError = (isRight: boolean, field: string, detail: string): readonly FieldError[] =>
  isRight ? [] : [{ pointer: `/${field}`, code: 'schedule_invalid', detail }];
