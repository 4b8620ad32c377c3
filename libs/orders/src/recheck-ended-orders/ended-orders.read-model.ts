import { ENDED_ORDERS_KEPT_MS } from '#platform/core/timing.js';
import type { ReadModel } from '#platform/read-store/read-model.js';
import { type RowChange, insert } from '#platform/read-store/row-change.js';
import { defineTable, integer, time, uuid } from '#platform/read-store/table.js';
import type { OrderEvent } from '../order/order.events.js';

/** Each end of an order. */
export const endedOrderTable = defineTable('endedOrders', {
  columns: {
    /** Of the event in the log: no end turns up before one that was there already. */
    place: integer,
    orderId: uuid,
    endedAt: time,
  },
  key: ['place'],
  wideIndexes: [['place'], ['endedAt']],
  kept: { column: 'endedAt', forMs: ENDED_ORDERS_KEPT_MS },
});

/** What ended of late, for the looks after an end. */
export const endedOrders: ReadModel<OrderEvent> = {
  name: 'ended-orders',
  version: 1,
  tables: [endedOrderTable],
  project: ({ type, data }, { position: place }): readonly RowChange[] => {
    switch (type) {
      case 'OrderFilled':
      case 'OrderRejected':
      case 'OrderCanceled':
      case 'OrderExpired':
        return [insert(endedOrderTable, { place, orderId: data.orderId, endedAt: data.at })];
      case 'OrderRequested':
      case 'OrderStarted':
      case 'OrderThrottled':
      case 'OrderAccepted':
      case 'OrderPartiallyFilled':
      case 'OrderCancelRequested':
      case 'OrderCorrected':
      case 'OrderTradesCorrected':
        return [];
    }
  },
};
