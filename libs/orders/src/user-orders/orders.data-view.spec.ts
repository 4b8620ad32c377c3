import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { registeredPartnerNames } from '#auth/auth.projector.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { SQLITE } from '#read-models/dialect.js';
import { registerProjection } from '#read-models/projection.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { type OrderEvent, parseOrderEvent } from '../order/order.events.js';
import * as example from '../order/order.examples.js';
import { ordersForData } from './orders.data-view.js';
import { userOrders } from './user-orders.projection.js';

const { accepted, canceled, filled, partiallyFilled, requested, started } = example;

const [partnerId, orderId, userId] = [idOf('p-1'), idOf('o-1'), idOf('u-1')];

/** Returns the row that finance reads after these events. */
const readAfter = async (...events: readonly OrderEvent[]) => {
  const reads = await MemoryReads.open([
    registerProjection(userOrders, { order: parseOrderEvent }),
    registeredPartnerNames,
  ]);
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
  const { rows } = await reads.store.read(({ db, nameOf }) => {
    const view = ordersForData.select({ ...SQLITE.formats, table: nameOf });
    return sql.raw<Record<string, unknown>>(view).execute(db);
  });
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
