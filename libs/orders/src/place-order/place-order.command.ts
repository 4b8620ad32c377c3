import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Answered } from '#platform/idempotency/answered.js';
import type { KeyedRequest } from '#platform/idempotency/keyed-request.js';
import type { OrderRow } from '../user-orders/user-orders.read-model.js';
import type { OrderTerms } from '../order/order.state.js';

export type WantedOrder = Pick<
  OrderTerms,
  'userId' | 'externalId' | 'symbol' | 'side' | 'quantityBillionths' | 'amountCents'
>;

/** 200: the externalId was known, and this is how that order stands. */
export class PlaceOrder extends Command<Answered<OrderRow>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly wanted: WantedOrder,
  ) {
    super();
  }
}
