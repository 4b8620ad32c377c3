import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Document } from '#platform/read-models/documents.js';
import type { OrderTerms } from '../order/order.state.js';

export type WantedOrder = Pick<
  OrderTerms,
  'userId' | 'externalId' | 'symbol' | 'side' | 'quantityBillionths' | 'amountCents'
>;

export class PlaceOrder extends Command<{
  readonly document: Document;
  /** False: the externalId was known, and this is how that order stands. */
  readonly created: boolean;
}> {
  constructor(
    readonly caller: Caller,
    readonly wanted: WantedOrder,
  ) {
    super();
  }
}
