import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PartnerDirectory } from '#auth';
import { requireActiveAccount } from '#onboarding';
import { deterministicId } from '#platform/core/ids.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { type RegisteredUser, requireNotBlocked, requireUser } from '#users';
import { placeOrder, requireSameOrder } from '../order/order.decide.js';
import { orders } from '../order/order.state.js';
import { userOrders } from '../user-orders/user-orders.projection.js';
import { PlaceOrder } from './place-order.command.js';

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly documents: Documents,
  ) {}

  async execute(command: PlaceOrder) {
    const { partnerId } = command.caller;
    const user = await requireUser(this.store, partnerId, command.wanted.userId);
    const orderId = deterministicId('order', partnerId, command.wanted.externalId);
    const created = await this.place(command, orderId, user);
    const document = await this.documents.fold(userOrders, orders, orderId);
    return { document, created };
  }

  private async place(
    { caller, wanted }: PlaceOrder,
    orderId: string,
    user: RegisteredUser,
  ): Promise<boolean> {
    const { partnerId, userId } = user;
    const known = await this.store.load(orders, orderId);
    if (known.status !== 'absent') {
      requireSameOrder(known, { ...wanted, userId });
      return false;
    }
    requireNotBlocked(user);
    const accountId = await requireActiveAccount(this.store, userId);
    const { commission } = (await this.directory.find(partnerId)).terms;
    const order = { ...wanted, orderId, partnerId, userId, accountId, commission };
    const decision = placeOrder(order, new Date());
    const { events } = await this.store.transact(orders, orderId, decision, causeOf(caller));
    return events.length > 0;
  }
}
