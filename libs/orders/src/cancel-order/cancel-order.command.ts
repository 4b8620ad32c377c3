import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { OrderRow } from '../user-orders/user-orders.read-model.js';

/** Answers with the order after the wish was recorded; its end follows. */
export class CancelOrder extends Command<OrderRow> {
  constructor(
    readonly caller: Caller,
    readonly orderId: string,
  ) {
    super();
  }
}
