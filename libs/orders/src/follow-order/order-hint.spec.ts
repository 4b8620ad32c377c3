import { describe, expect, it } from '@jest/globals';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventLogUnavailable } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import * as example from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { orderHint } from './order-hint.js';

const { requested, started, accepted, filled, rejected, expired } = example;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

const jobFor = async (
  tells: 'arrival' | 'progress' | 'correction',
  log: EventLog = new InMemoryEventLog(),
): Promise<string | null> => {
  const hint = { stream: 'trades', eventId: 'e-1', clientOrderId: 'o-1', tells } as const;
  const target = await orderHint(new EventStore(log), hint);
  return target === null ? null : `${target.job.name} ${target.id}`;
};

const logOf = async (events: readonly OrderEvent[]): Promise<EventLog> => {
  const log = new InMemoryEventLog();
  await new EventStore(log).transact(orders, 'o-1', () => events, cause);
  return log;
};

describe('a message of the broker about an order', () => {
  const arrivals: readonly [string, readonly OrderEvent[], string | null][] = [
    ['nobody asked for', [], null],
    ['that is not sent', [requested], null],
    ['whose answer is under way', [requested, started], null],
    ['that is known to have arrived', [requested, started, accepted], null],
    ['that is filled', [requested, started, accepted, filled], null],
    ['that was refused', [requested, started, rejected], 'follow-order o-1'],
    ['that was given up as never arrived', [requested, started, expired], 'follow-order o-1'],
  ];
  it.each(arrivals)('that it arrived, of one %s', async (_, events, job) =>
    expect(await jobFor('arrival', await logOf(events))).toBe(job),
  );

  it('that it arrived, of one whose stream cannot be read, is looked into by a job', async () => {
    const away = { read: () => Promise.reject(new EventLogUnavailable('away')) };
    expect(await jobFor('arrival', away as unknown as EventLog)).toBe('follow-order o-1');
  });

  it('of its progress is followed', async () =>
    expect(await jobFor('progress')).toBe('follow-order o-1'));

  it('of a correction is followed by what corrects', async () =>
    expect(await jobFor('correction')).toBe('correct-order o-1'));
});
