import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert, update } from '#kernel/projection/row-change.js';
import type { OwnRows } from '#read-models/rows.js';
import {
  type ReadRow,
  type RowOf,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';
import type { OrderEvent } from '../order/order.events.js';
import { FINAL, orders } from '../order/order.state.js';

const OPEN = ['pending', 'submitted', 'accepted', 'partially_filled'] as const;
export const ORDER_STATUSES = [...OPEN, ...FINAL] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

const columns = {
  id: uuid,
  userId: uuid,
  externalId: text,
  symbol: text,
  side: text,
  /** Requested quantity or amount. The other one is 0. */
  quantityBillionths: integer,
  amountCents: integer,
  status: text,
  statusReason: text,
  filledBillionths: integer,
  /** Dollars as decimal text with the broker's digits. */
  averagePrice: orNull(text),
  commissionCents: integer,
  createdAt: time,
  updatedAt: time,
};

export const orderTable = defineTable('orderRows', {
  columns,
  key: ['id'],
  isNumbered: true,
  countedBy: 'status',
  indexes: [
    ['userId', 'ordinal'],
    ['status', 'ordinal'],
  ],
});
export type OrderRow = ReadRow<typeof columns>;

/** Every order as partners see it. */
export const userOrders: Projection<OrderEvent> = {
  name: 'user-orders',
  version: 5,
  tables: [orderTable],
  project: ({ type, data }) => {
    const { orderId: id, at: updatedAt } = data;
    const become = (status: OrderStatus, set: Set = {}): readonly RowChange[] => [
      update(orderTable, { id }, { ...set, status, updatedAt }),
    ];
    switch (type) {
      case 'OrderRequested':
        return [insert(orderTable, requested(data))];
      case 'OrderStarted':
        return become('submitted');
      case 'OrderThrottled':
        return [];
      case 'OrderAccepted':
        return become('accepted');
      case 'OrderPartiallyFilled':
        return become('partially_filled', filled(data));
      case 'OrderFilled':
        return become('filled', filled(data));
      case 'OrderRejected':
        return become('rejected', { statusReason: data.reason });
      case 'OrderCanceled':
        return become('canceled', { statusReason: data.reason, ...filled(data) });
      case 'OrderExpired':
        return become('expired', { statusReason: data.reason, ...filled(data) });
      case 'OrderCancelRequested':
        return [update(orderTable, { id }, { statusReason: CANCEL_REQUESTED, updatedAt })];
      case 'OrderTradesCorrected':
      case 'OrderCorrected':
        return become(data.status, { statusReason: data.reason, ...filled(data) });
    }
  },
};

export const orderRows: OwnRows<OrderEvent, typeof columns> = {
  table: orderTable,
  source: orders,
  project: userOrders.project,
};

/** Reason until the order ends. A filled order keeps it, to show that the request was too late. */
const CANCEL_REQUESTED = 'Cancellation requested; what the broker has done by then stands';

type Set = Partial<RowOf<typeof columns>>;
type DataOf<Type> = Extract<OrderEvent, { readonly type: Type }>['data'];

const requested = (data: DataOf<'OrderRequested'>): RowOf<typeof columns> => {
  const { orderId: id, userId, externalId, symbol, side, at } = data;
  const { quantityBillionths, amountCents } = data;
  const wanted = { symbol, side, quantityBillionths, amountCents };
  const nothing = { filledBillionths: 0n, averagePrice: null, commissionCents: 0n };
  const initial = { status: 'pending', statusReason: '', createdAt: at, updatedAt: at };
  return { id, userId, externalId, ...wanted, ...nothing, ...initial };
};

const filled = ({ filledBillionths, averagePrice, commissionCents }: DataOf<'OrderFilled'>) => ({
  filledBillionths,
  averagePrice,
  commissionCents,
});
