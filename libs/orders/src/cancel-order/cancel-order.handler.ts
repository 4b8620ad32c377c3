import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { type OrderRow, orderRows } from '../user-orders/user-orders.projection.js';
import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { requestCancel } from '../order/order.decide.js';
import { orders } from '../order/order.state.js';

/** Requests the cancellation and returns the order. Its end follows. */
export class CancelOrder extends Command<OrderRow> {
  constructor(
    readonly caller: Caller,
    readonly orderId: string,
  ) {
    super();
  }
}

@CommandHandler(CancelOrder)
export class CancelOrderHandler implements ICommandHandler<CancelOrder> {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /** A suspended user's order can be canceled too. @throws {Refused} 404 or 409 */
  async execute({ caller, orderId: givenId }: CancelOrder) {
    const orderId = givenId.toLowerCase();
    const order = isUuid(orderId) ? await this.store.load(orders, orderId) : null;
    if (order === null || order.status === 'absent' || order.partnerId !== caller.partnerId)
      throw notFound('order_not_found', 'The order does not exist');
    await this.store.transact(orders, orderId, requestCancel(new Date()), causeOf(caller));
    return this.rows.fold(orderRows, orderId);
  }
}
