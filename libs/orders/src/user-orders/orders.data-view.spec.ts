import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { SQLITE } from '#platform/read-store/dialect.js';
import { register } from '#platform/read-store/read-model.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { type OrderEvent, parseOrderEvent } from '../order/order.events.js';
import * as example from '../order/order.examples.js';
import { ordersForData } from './orders.data-view.js';
import { userOrders } from './user-orders.read-model.js';

const { accepted, canceled, filled, partiallyFilled, requested, started } = example;

const [partnerId, orderId, userId] = [idOf('p-1'), idOf('o-1'), idOf('u-1')];

/** What finance reads of an order after these events. */
const readAfter = async (...events: readonly OrderEvent[]) => {
  const reads = await MemoryReads.open([register(userOrders, { order: parseOrderEvent })]);
  const recorded = events.map(({ type, data }, i) => {
    const ids = { ...data, orderId, partnerId, userId };
    const text = JSON.stringify(ids, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v));
    const place = { stream: `order-${orderId}`, position: BigInt(i + 1), revision: BigInt(i) };
    return {
      id: `${i}`,
      type,
      data: JSON.parse(text) as unknown,
      metadata: { partnerId },
      ...place,
    };
  });
  await reads.take(...(recorded as unknown as RecordedEvent[]));
  const view = ordersForData.select(SQLITE.formats);
  const { rows } = await sql.raw<Record<string, unknown>>(view).execute(reads.engine.db);
  await reads.close();
  return rows[0];
};

it.each<[string, number, OrderEvent[]]>([
  ['partially_filled', 0, []],
  ['filled', 0.5, [filled]],
  ['canceled', 0.2, [canceled]],
])(
  'the commission of an order that is %s is shown as in the API: %d',
  async (status, commission, end) =>
    expect(await readAfter(requested, started, accepted, partiallyFilled, ...end)).toMatchObject({
      status,
      commission,
    }),
);
