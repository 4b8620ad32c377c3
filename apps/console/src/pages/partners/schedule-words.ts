import type { Schemas } from '../../api/client.js';

const DAYS = new Map<string, string>(
  Object.entries({
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
  }),
);

/** Describes a schedule in words. */
export const scheduleWords = (schedule: Schemas['Schedule']): string => {
  const { zone, cutOff, dueDays } = schedule;
  const later = dueDays === 1 ? '1 business day' : `${dueDays} business days`;
  return `${daysOf(schedule)} at ${cutOff}, ${zone}; transfers are due ${later} later`;
};

const daysOf = ({ every, on }: Schemas['Schedule']): string => {
  if (every === 'day' || on === null) return `every ${every}`;
  if (every === 'week') return `every ${DAYS.get(on) ?? on}`;
  return `on ${on === 'last' ? 'the last day' : `day ${on}`} of every month`;
};
