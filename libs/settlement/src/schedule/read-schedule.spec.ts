import { describe, expect, it } from '@jest/globals';
import type { Refused } from '#kernel/refused.js';
import { readSchedule } from './read-schedule.js';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const input = { zone: 'UTC', cutOff: '17:00', every: 'day', on: null, dueDays: 2 };
const errorsOf = (over: object): unknown => {
  try {
    readSchedule({ ...input, ...over });
    return [];
  } catch (error) {
    const { errors } = error as Refused;
    return errors.map(({ pointer }) => pointer);
  }
};

describe('a schedule is read when it', () => {
  it.each<[string, object]>([
    ['ends every day', {}],
    ['is due on the day itself', { dueDays: 0 }],
    ['is due after the longest allowed time', { dueDays: 60 }],
    ...WEEKDAYS.map((on): [string, object] => [`ends on ${on}`, { every: 'week', on }]),
    ['ends on a day of the month', { every: 'month', on: '28' }],
    ['ends with the month', { every: 'month', on: 'last' }],
    ['ends just before midnight', { cutOff: '23:59' }],
  ])('%s', (_, over) => expect(readSchedule({ ...input, ...over })).toEqual({ ...input, ...over }));
});

describe('a schedule is rejected when', () => {
  it.each<[string, object, readonly string[]]>([
    ['its zone does not exist', { zone: 'Mars' }, ['/zone']],
    ['its zone is an offset, which lacks summer time', { zone: '-05:00' }, ['/zone']],
    ['its cut-off is no time of day', { cutOff: '24:00' }, ['/cutOff']],
    ['it ends every year', { every: 'year' }, ['/every']],
    ['a day has a weekday', { on: 'fri' }, ['/on']],
    ['a week lacks a weekday', { every: 'week' }, ['/on']],
    ['a week has a day of the month', { every: 'week', on: '1' }, ['/on']],
    ['a month lacks a day', { every: 'month' }, ['/on']],
    ['a month has a day that some months lack', { every: 'month', on: '29' }, ['/on']],
    ['it is due before its end', { dueDays: -1 }, ['/dueDays']],
    ['it is due too late', { dueDays: 61 }, ['/dueDays']],
    ['it is due after a fraction of a day', { dueDays: 1.5 }, ['/dueDays']],
    [
      'several fields are wrong',
      { zone: '', every: 'never', dueDays: 99 },
      ['/zone', '/every', '/dueDays'],
    ],
  ])('%s', (_, over, pointers) => expect(errorsOf(over)).toEqual(pointers));
});
