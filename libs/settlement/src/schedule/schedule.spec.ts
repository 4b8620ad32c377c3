import { describe, expect, it } from '@jest/globals';
import { type Refused } from '#kernel/refused.js';
import { readSchedule } from './read-schedule.js';
import { DEFAULT_SCHEDULE, type Schedule, dueAfter, nextCutOff } from './schedule.js';

const of = (changes: Partial<Schedule>): Schedule => ({ ...DEFAULT_SCHEDULE, ...changes });
const next = (schedule: Schedule, after: string) =>
  new Date(nextCutOff(schedule, Date.parse(after))).toISOString();
const due = (schedule: Schedule, cutOff: string) =>
  new Date(dueAfter(schedule, Date.parse(cutOff))).toISOString();

const newYork = of({ zone: 'America/New_York', cutOff: '17:00' });
const fridays = of({ every: 'week', on: 'fri' });
const lastDay = of({ every: 'month', on: 'last' });

describe('the next cut-off', () => {
  it.each([
    ['is midnight, UTC, by default', of({}), '2026-03-16T00:00:00.001Z', '2026-03-17T00:00'],
    ['comes after, not at, the moment', of({}), '2026-03-17T00:00:00.000Z', '2026-03-18T00:00'],
    ['waits for Monday over a weekend', of({}), '2026-03-13T12:00Z', '2026-03-16T00:00'],
    ['waits out a holiday', of({}), '2026-06-18T12:00Z', '2026-06-22T00:00'],
    ['follows the local time in winter', newYork, '2026-03-05T12:00Z', '2026-03-05T22:00'],
    ['follows the local time in summer', newYork, '2026-03-09T12:00Z', '2026-03-09T21:00'],
    ['is on the weekday', fridays, '2026-03-14T00:00Z', '2026-03-20T00:00'],
    ['is moved off a holiday', fridays, '2026-12-24T12:00Z', '2026-12-28T00:00'],
    ['returns to the weekday after a holiday', fridays, '2026-12-28T12:00Z', '2027-01-04T00:00'],
    [
      'of Sundays is on Monday',
      of({ every: 'week', on: 'sun' }),
      '2026-03-10T00:00Z',
      '2026-03-16T00:00',
    ],
    [
      'of Saturdays is also on Monday',
      of({ every: 'week', on: 'sat' }),
      '2026-03-10T00:00Z',
      '2026-03-16T00:00',
    ],
    [
      'is on the day of the month',
      of({ every: 'month', on: '15' }),
      '2026-03-17T00:00Z',
      '2026-04-15T00:00',
    ],
    ['is on the last of February', lastDay, '2027-02-10T00:00Z', '2027-03-01T00:00'],
    ['is on the leap day', lastDay, '2028-02-10T00:00Z', '2028-02-29T00:00'],
    ['is moved into the next month', lastDay, '2026-02-10T00:00Z', '2026-03-02T00:00'],
    ['is followed by the next month end', lastDay, '2026-03-02T00:00Z', '2026-03-31T00:00'],
  ])('%s', (_, schedule, after, expected) =>
    expect(next(schedule, after)).toBe(`${expected}:00.000Z`),
  );
});

it('a schedule with an impossible day throws', () =>
  expect(() => next(of({ every: 'month', on: '0' }), '2026-03-10T00:00Z')).toThrow(
    'No cut-off within 62 days: {"zone":"UTC"',
  ));

describe('where clocks change', () => {
  const at = (zone: string, cutOff: string) => of({ zone, cutOff });
  it.each([
    // Clocks go from 00:00 to 01:00 on Friday, 24 April 2026.
    ['Africa/Cairo', '00:30', '2026-04-23T12:00Z', '2026-04-23T22:00'],
    ['Africa/Cairo', '00:00', '2026-04-23T12:00Z', '2026-04-23T22:00'],
    ['Africa/Cairo', '01:00', '2026-04-23T12:00Z', '2026-04-23T22:00'],
    ['Africa/Cairo', '01:30', '2026-04-23T12:00Z', '2026-04-23T22:30'],
    // Clocks go back from 24:00 to 23:00 on Thursday, 29 October 2026.
    ['Africa/Cairo', '23:30', '2026-10-29T12:00Z', '2026-10-29T20:30'],
    ['Africa/Cairo', '00:00', '2026-10-29T12:00Z', '2026-10-29T22:00'],
  ])('in %s, %s after %s is at %s', (zone, cutOff, after, expected) =>
    expect(next(at(zone, cutOff), after)).toBe(`${expected}:00.000Z`),
  );
});

describe('the due moment', () => {
  it.each([
    ['two business days later', of({}), '2026-03-17T00:00Z', '2026-03-19T00:00'],
    ['not counting the weekend', of({}), '2026-03-12T00:00Z', '2026-03-16T00:00'],
    ['not counting a holiday', of({ dueDays: 1 }), '2026-06-18T00:00Z', '2026-06-22T00:00'],
    ['at once', of({ dueDays: 0 }), '2026-03-17T09:30Z', '2026-03-17T09:30'],
    ['on the next business day', of({ dueDays: 0 }), '2026-03-14T09:30Z', '2026-03-16T09:30'],
    ['by the local day and clock', newYork, '2026-03-06T04:00Z', '2026-03-10T03:00'],
    ['at the same time in summer', newYork, '2026-03-05T22:00Z', '2026-03-09T21:00'],
  ])('is %s', (_, schedule, cutOff, expected) =>
    expect(due(schedule, cutOff)).toBe(`${expected}:00.000Z`),
  );
});

describe('reading a schedule', () => {
  const input = { zone: 'Europe/Paris', cutOff: '18:00', every: 'week', on: 'mon', dueDays: 3 };
  const errors = (changes: object): string[] => {
    try {
      readSchedule({ ...input, ...changes });
      return [];
    } catch (error) {
      return (error as Refused).errors.map(({ pointer }) => pointer ?? '');
    }
  };
  it.each([
    {},
    { every: 'day', on: null },
    { every: 'month', on: '28' },
    { every: 'month', on: 'last' },
    { zone: 'UTC', cutOff: '00:00', dueDays: 0 },
  ])('accepts %j', (changes) => expect(errors(changes)).toEqual([]));
  it.each([
    [{ zone: 'Mars/Olympus' }, ['/zone']],
    [{ cutOff: '24:00' }, ['/cutOff']],
    [{ cutOff: '9:00' }, ['/cutOff']],
    [{ every: 'year' }, ['/every']],
    [{ on: null }, ['/on']],
    [{ on: '15' }, ['/on']],
    [{ every: 'month', on: '29' }, ['/on']],
    [{ every: 'month', on: 'mon' }, ['/on']],
    [{ every: 'day' }, ['/on']],
    [{ dueDays: -1 }, ['/dueDays']],
    [{ zone: '', cutOff: '', dueDays: 0.5 }, ['/zone', '/cutOff', '/dueDays']],
  ])('rejects %j', (changes, expected) => expect(errors(changes)).toEqual(expected));
});
