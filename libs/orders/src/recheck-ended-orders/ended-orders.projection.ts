import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert } from '#kernel/projection/row-change.js';
import { defineTable, integer, time, uuid } from '#kernel/projection/table.js';
import type { OrderEvent } from '../order/order.events.js';
import { ENDED_ORDERS_RETENTION_MS } from '../timing.js';

/** Each end of an order. */
export const endedOrderTable = defineTable('endedOrders', {
  columns: {
    /** Log position of the event. A new end follows the known ones. */
    place: integer,
    orderId: uuid,
    endedAt: time,
  },
  key: ['place'],
  wideIndexes: [['place'], ['endedAt']],
  kept: { column: 'endedAt', forMs: ENDED_ORDERS_RETENTION_MS },
});

/** Recently ended orders, for rechecks. */
export const endedOrders: Projection<OrderEvent> = {
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
