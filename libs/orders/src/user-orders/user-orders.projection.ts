import type { Change, Projection } from '#platform/read-models/projection.js';
import { listed, relisted } from '#platform/read-models/status-indexes.js';
import type { OrderEvent } from '../order/order.events.js';
import { FINAL } from '../order/order.state.js';

const OPEN = ['pending', 'submitted', 'accepted', 'partially_filled'] as const;
export const ORDER_STATUSES = [...OPEN, ...FINAL] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Every order as partners see it, amounts in cents and quantities in billionths, with an index for
 * each kind of filter.
 */
export const userOrders: Projection<OrderEvent> = {
  name: 'user-orders',
  version: 2,
  project: ({ type, data }): readonly Change[] => {
    const { orderId: doc, userId, at: updatedAt } = data;
    const become = (
      status: OrderStatus,
      fields: Fields = {},
      from: readonly OrderStatus[] = OPEN.filter((each) => each !== status),
    ): readonly Change[] => [
      { op: 'set', doc, fields: { ...fields, status, updatedAt } },
      ...relisted(doc, userId, from, status),
    ];
    switch (type) {
      case 'OrderRequested':
        return requested(data);
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
        return [{ op: 'set', doc, fields: { updatedAt } }];
      case 'OrderTradesCorrected':
      case 'OrderCorrected': {
        const { status, reason } = data;
        const others = ORDER_STATUSES.filter((each) => each !== status);
        return become(status, { statusReason: reason, ...filled(data) }, others);
      }
    }
  },
};

type Fields = Readonly<Record<string, string | null>>;
type DataOf<Type> = Extract<OrderEvent, { readonly type: Type }>['data'];

const requested = (data: DataOf<'OrderRequested'>): readonly Change[] => {
  const { orderId: doc, partnerId, userId, externalId, symbol, side, at } = data;
  const quantityBillionths = `${data.quantityBillionths}`;
  const amountCents = `${data.amountCents}`;
  const about = { id: doc, partnerId, userId, externalId };
  const wanted = { symbol, side, quantityBillionths, amountCents };
  const status = 'pending';
  const fields = { ...about, ...wanted, status, createdAt: at, updatedAt: at };
  return [{ op: 'set', doc, fields }, ...listed(doc, userId, status)];
};

const filled = ({ filledBillionths, averagePrice, commissionCents }: DataOf<'OrderFilled'>) => ({
  filledBillionths: `${filledBillionths}`,
  averagePrice,
  commissionCents: `${commissionCents}`,
});
