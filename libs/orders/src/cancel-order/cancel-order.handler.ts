import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isUuid } from '#platform/core/ids.js';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { Rows } from '#platform/read-store/rows.js';
import { requestCancel } from '../order/order.decide.js';
import { orders } from '../order/order.state.js';
import { orderRows } from '../user-orders/user-orders.read-model.js';
import { CancelOrder } from './cancel-order.command.js';

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
