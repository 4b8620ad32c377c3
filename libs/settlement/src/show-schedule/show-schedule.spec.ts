import { expect, it } from '@jest/globals';
import type { LedgerStore } from '../ledger/ledger-store.js';
import { type Step, after, fridays, partnerId } from '../ledger/ledger.examples.js';
import { changeSchedule } from '../ledger/period.decide.js';
import { DEFAULT_SCHEDULE, type Schedule } from '../schedule/schedule.js';
import { ShowSchedule, ShowScheduleHandler } from './show-schedule.handler.js';

const change = (schedule: Schedule): Step => changeSchedule(schedule, new Date());

it.each<[string, readonly Step[], Schedule | null]>([
  ['the same schedule while it stays', [], null],
  ['the new schedule after a change', [change(fridays)], fridays],
  ['the same schedule after a reverted change', [change(fridays), change(DEFAULT_SCHEDULE)], null],
])('after the open period applies %s', async (_, steps, next) => {
  const ledgers = { load: () => Promise.resolve({ state: after(...steps) }) };
  const handler = new ShowScheduleHandler(ledgers as unknown as LedgerStore);
  expect(await handler.execute(new ShowSchedule(partnerId))).toEqual({
    schedule: DEFAULT_SCHEDULE,
    next,
  });
});
