import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { type OrderRow, orderRows } from '../user-orders/user-orders.projection.js';
import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { requestCancel } from '../order/order.decide.js';
import { orders } from '../order/order.state.js';

/** Answers with the order after the wish was recorded; its end follows. */
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

  /** Also for a user who is suspended: it ends something, it begins nothing. */
  async execute({ caller, orderId: anyCase }: CancelOrder) {
    const orderId = anyCase.toLowerCase();
    const order = isUuid(orderId) ? await this.store.load(orders, orderId) : null;
    if (order === null || order.status === 'absent' || order.partnerId !== caller.partnerId)
      throw notFound('order_not_found', 'There is no order with this id');
    await this.store.transact(orders, orderId, requestCancel(new Date()), causeOf(caller));
    return this.rows.fold(orderRows, orderId);
  }
}
