import { type Cents, cents } from '#kernel/money.js';
import type { OrderEvent } from './order.events.js';
import type { RequestedOrder } from './order.state.js';

/** Change of the commission that the partner owes at settlement, as order events contain it. */
type Charge = NonNullable<Extract<OrderEvent, { readonly type: 'OrderFilled' }>['data']['charge']>;

type Charged = Pick<RequestedOrder, 'commissionCollection' | 'chargedCents'>;

/**
 * Returns the charge of an order that ends with this commission, as a field of its event. An order
 * that had ended before is charged the difference.
 */
export const chargeAtEnd = (
  { commissionCollection, chargedCents }: Charged,
  commissionCents: Cents,
): { readonly charge?: Charge } => {
  const amountCents = cents(commissionCents - (chargedCents ?? 0n));
  if (commissionCollection === 'none' || amountCents === 0n) return {};
  return { charge: { amountCents, isCorrection: chargedCents !== null } };
};

/** Returns the charge of a correction after which the order is open. Absent if it never ended. */
export const chargeWhileOpen = (
  order: Charged,
  commissionCents: Cents,
): { readonly charge?: Charge } =>
  order.chargedCents === null ? {} : chargeAtEnd(order, commissionCents);
