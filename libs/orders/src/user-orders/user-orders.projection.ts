import type { Change, Projection } from '#platform/read-models/projection.js';
import type { OrderEvent } from '../order/order.events.js';

export const inOrder = 'all';

/** Every order as partners see it; amounts in cents, quantities in billionths. */
export const userOrders: Projection<OrderEvent> = {
  name: 'user-orders',
  version: 1,
  project: ({ type, data }): readonly Change[] => {
    const { orderId: doc, at: updatedAt } = data;
    const set = (fields: Record<string, string | null>): Change[] => [
      { op: 'set', doc, fields: { ...fields, updatedAt } },
    ];
    switch (type) {
      case 'OrderRequested': {
        const { partnerId, userId, externalId, symbol, side, at: createdAt } = data;
        const quantityBillionths = `${data.quantityBillionths}`;
        const amountCents = `${data.amountCents}`;
        const wanted = { symbol, side, quantityBillionths, amountCents };
        return [
          ...set({
            id: doc,
            partnerId,
            userId,
            externalId,
            ...wanted,
            status: 'pending',
            createdAt,
          }),
          { op: 'index', index: inOrder, member: doc },
        ];
      }
      case 'OrderStarted':
        return set({ status: 'submitted' });
      case 'OrderAccepted':
        return set({ status: 'accepted' });
      case 'OrderPartiallyFilled':
        return set({ status: 'partially_filled', ...filled(data) });
      case 'OrderFilled':
        return set({ status: 'filled', ...filled(data) });
      case 'OrderRejected':
        return set({ status: 'rejected', statusReason: data.reason });
      case 'OrderCanceled':
        return set({ status: 'canceled', statusReason: data.reason, ...filled(data) });
      case 'OrderExpired':
        return set({ status: 'expired', statusReason: data.reason, ...filled(data) });
    }
  },
};

type Filled = Extract<OrderEvent, { readonly type: 'OrderFilled' }>['data'];

const filled = ({ filledBillionths, averagePrice, commissionCents }: Filled) => ({
  filledBillionths: `${filledBillionths}`,
  averagePrice,
  commissionCents: `${commissionCents}`,
});
