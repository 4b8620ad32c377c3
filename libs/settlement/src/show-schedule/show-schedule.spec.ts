import { expect, it } from '@jest/globals';
import type { BookStore } from '../book/book-store.js';
import { type Step, after, fridays, partnerId } from '../book/book.examples.js';
import { changeSchedule } from '../book/period.decide.js';
import { DEFAULT_SCHEDULE, type Schedule } from '../schedule/schedule.js';
import { ShowSchedule } from './show-schedule.command.js';
import { ShowScheduleHandler } from './show-schedule.handler.js';

const change = (schedule: Schedule): Step => changeSchedule(schedule, new Date());

it.each<[string, readonly Step[], Schedule | null]>([
  ['nothing else while it stays', [], null],
  ['another one once it is changed', [change(fridays)], fridays],
  ['nothing else once that is taken back', [change(fridays), change(DEFAULT_SCHEDULE)], null],
])('after the open period there is %s', async (_, steps, next) => {
  const books = { load: () => Promise.resolve({ state: after(...steps) }) };
  const handler = new ShowScheduleHandler(books as unknown as BookStore);
  expect(await handler.execute(new ShowSchedule(partnerId))).toEqual({
    schedule: DEFAULT_SCHEDULE,
    next,
  });
});
