import { describe, expect, it, jest } from '@jest/globals';
import { type EventLog, EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import * as example from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { claim } from '#kernel/event-store/claims.js';
import { adjustDeposit, creditDeposit } from '../jobs.js';
import { journalClaim } from '../adjust-deposit/find-deposit.js';
import { depositNotification } from './deposit-notification.js';

const { requested, started, accepted, completed, failed } = example;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

const notificationOf = (
  change: 'arrival' | 'progress' | 'correction',
  log: EventLog,
  journalKey: string | null = 'd-1',
) => {
  const notification = {
    stream: 'journals',
    eventId: 'e-1',
    journalId: 'j-1',
    journalKey,
    change,
  } as const;
  return depositNotification(new EventStore(log), notification);
};

const append = (log: EventLog, ...events: readonly DepositEvent[]) =>
  new EventStore(log).transact(deposits, 'd-1', () => events, cause);

describe('a message of the broker about a journal', () => {
  const arrivals: readonly [string, readonly DepositEvent[], boolean][] = [
    ['of an unknown deposit', [], false],
    ['whose response is pending', [requested, started], true],
    ['that is known to have arrived', [requested, started, accepted], false],
    ['of a completed deposit', [requested, started, completed], false],
    ['of a failed deposit', [requested, started, failed], false],
  ];
  it.each(arrivals)('about the arrival of one %s', async (_, events, unanswered) => {
    const log = new InMemoryEventLog();
    await append(log, ...events);
    const target = await notificationOf('arrival', log);
    expect(target).toMatchObject({ job: creditDeposit, id: 'd-1' });
    expect(await target?.isUnanswered?.()).toBe(unanswered);
  });

  it('about the arrival of one with an unreadable stream enqueues a job', async () => {
    const read = () => Promise.reject(new EventLogUnavailable('unavailable'));
    const target = await notificationOf('arrival', { read } as unknown as EventLog);
    expect(await target?.isUnanswered?.()).toBe(true);
  });

  it('about the arrival of one that this process has recorded needs no read', async () => {
    const store = new EventStore(new InMemoryEventLog());
    await store.transact(deposits, 'd-1', () => [requested, started], cause);
    await store.load(deposits, 'd-1');
    await store.transact(deposits, 'd-1', () => [accepted], cause);
    const read = jest.spyOn(store, 'load');
    const notification = { stream: 'journals', eventId: 'e-1', journalId: 'j-1' } as const;
    const target = await depositNotification(store, {
      ...notification,
      journalKey: 'd-1',
      change: 'arrival',
    });
    expect(await target?.isUnanswered?.()).toBe(false);
    expect(read).not.toHaveBeenCalled();
  });

  it('about its progress is followed at once', async () =>
    expect(await notificationOf('progress', new InMemoryEventLog())).toEqual({
      ...{ job: creditDeposit, id: 'd-1' },
    }));

  it('about a third-party journal needs no job', async () =>
    expect(await notificationOf('progress', new InMemoryEventLog(), null)).toBeNull());

  it('about an assigned journal enqueues the job of its deposit', async () => {
    const log = new InMemoryEventLog();
    await claim(new EventStore(log), journalClaim('j-1'), 'd-1', new Date(), cause);
    expect(await notificationOf('progress', log, null)).toEqual({ job: adjustDeposit, id: 'd-1' });
    expect(await notificationOf('correction', log, 'x')).toEqual({ job: adjustDeposit, id: 'd-1' });
  });
});
