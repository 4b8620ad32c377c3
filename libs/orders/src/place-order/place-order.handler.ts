import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PartnerDirectory } from '#auth';
import { requireActiveAccount } from '#onboarding';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import { makingIdentified } from '#platform/idempotency/making-identified.js';
import { Rows } from '#platform/read-store/rows.js';
import { requireNotBlocked, requireUser } from '#users';
import { isSameOrder, placeOrder, requireSameOrder } from '../order/order.decide.js';
import { orderIdOf, orders } from '../order/order.state.js';
import { orderRows } from '../user-orders/user-orders.read-model.js';
import { PlaceOrder, type WantedOrder } from './place-order.command.js';

@CommandHandler(PlaceOrder)
export class PlaceOrderHandler implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly rows: Rows,
    private readonly keys: IdempotencyKeys,
  ) {}

  execute(command: PlaceOrder) {
    const { caller, keyed, wanted } = command;
    const id = orderIdOf(caller.partnerId, wanted.externalId);
    const making = makingIdentified({
      id,
      make: () => this.place(command, id),
      find: () => this.find(wanted, id),
      show: (revision, first) => this.rows.fold(orderRows, id, revision, first),
    });
    return this.keys.answer(keyed, causeOf(caller), making);
  }

  private async find(wanted: WantedOrder, id: string): Promise<bigint | null> {
    const { state, revision } = await this.store.loadWithRevision(orders, id);
    if (revision === 'no_stream' || state.status === 'absent') return null;
    const asked = { ...wanted, userId: wanted.userId.toLowerCase() };
    return isSameOrder(state, asked) ? revision : null;
  }

  private async place({ caller, wanted }: PlaceOrder, orderId: string) {
    const user = await requireUser(this.store, caller.partnerId, wanted.userId);
    const { partnerId, userId } = user;
    const known = await this.store.loadWithRevision(orders, orderId);
    if (known.state.status !== 'absent') {
      requireSameOrder(known.state, { ...wanted, userId });
      return false;
    }
    requireNotBlocked(user);
    const accountId = await requireActiveAccount(this.store, userId, 'trading');
    const { commission } = (await this.directory.find(partnerId)).terms;
    const order = { ...wanted, orderId, partnerId, userId, accountId, commission };
    const decision = placeOrder(order, new Date());
    const cause = causeOf(caller);
    const { events, recorded } = await this.store.transact(orders, orderId, decision, cause, known);
    return events.length > 0 && recorded;
  }
}
