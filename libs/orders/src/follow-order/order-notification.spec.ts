import { describe, expect, it } from '@jest/globals';
import { type EventLog, EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { correctOrder, followOrder } from '../jobs.js';
import * as example from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { orderNotification } from './order-notification.js';

const { requested, started, accepted, filled, rejected, expired } = example;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

const ID = 'eb9e2aaa-f71a-4f51-b5b4-52a6c565dad4';

const notificationOf = (
  change: 'arrival' | 'progress' | 'correction',
  log: EventLog,
  clientOrderId = ID,
) => {
  const notification = { stream: 'trades', eventId: 'e-1', clientOrderId, change } as const;
  return orderNotification(new EventStore(log), notification);
};

const append = (log: EventLog, ...events: readonly OrderEvent[]) =>
  new EventStore(log).transact(orders, ID, () => events, cause);

describe('a message of the broker about an order', () => {
  const arrivals: readonly [string, readonly OrderEvent[], boolean][] = [
    ['that was never requested', [], false],
    ['that is not sent', [requested], false],
    ['whose response is pending', [requested, started], true],
    ['that is known to have arrived', [requested, started, accepted], false],
    ['that is filled', [requested, started, accepted, filled], false],
    ['that was rejected', [requested, started, rejected], true],
    ['that was given up as never arrived', [requested, started, expired], true],
  ];
  it.each(arrivals)('about the arrival of one %s', async (_, events, unanswered) => {
    const log = new InMemoryEventLog();
    await append(log, ...events);
    const target = notificationOf('arrival', log);
    expect(target).toMatchObject({ job: followOrder, id: ID });
    expect(await target?.isUnanswered?.()).toBe(unanswered);
  });

  it('about the arrival of one with an unreadable stream enqueues a job', async () => {
    const read = () => Promise.reject(new EventLogUnavailable('unavailable'));
    const target = notificationOf('arrival', { read } as unknown as EventLog);
    expect(await target?.isUnanswered?.()).toBe(true);
  });

  it('about an order of another client is ignored', () =>
    expect(notificationOf('progress', new InMemoryEventLog(), 'by hand: 1')).toBeNull());

  it.each([
    ['progress', followOrder],
    ['correction', correctOrder],
  ] as const)('of %s is followed at once', (change, job) =>
    expect(notificationOf(change, new InMemoryEventLog())).toEqual({ job, id: ID }),
  );
});
