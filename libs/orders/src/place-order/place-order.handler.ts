import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { type OrderRow, orderRows } from '../user-orders/user-orders.projection.js';
import { type OrderTerms, orderIdOf, orders } from '../order/order.state.js';
import { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import { requireActiveAccount } from '#onboarding/trader-profile/require-active-account.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { createIdempotently } from '#kernel/idempotency/create-idempotently.js';
import { Rows } from '#read-models/rows.js';
import { requireNotBlocked, requireUser } from '#users/user/require-user.js';
import { isSameOrder, placeOrder, requireSameOrder } from '../order/order.decide.js';

export type WantedOrder = Pick<
  OrderTerms,
  'userId' | 'externalId' | 'symbol' | 'side' | 'quantityBillionths' | 'amountCents'
>;

/** Places an order. Status 200: the externalId existed, and the body is that order. */
export class PlaceOrder extends Command<IdempotentResponse<OrderRow>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly wanted: WantedOrder,
  ) {
    super();
  }
}

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
    const operation = createIdempotently({
      id,
      make: () => this.place(command, id),
      find: () => this.find(wanted, id),
      show: (revision, first) => this.rows.fold(orderRows, id, revision, first),
    });
    return this.keys.answer(keyed, causeOf(caller), operation);
  }

  private async find(wanted: WantedOrder, id: string): Promise<bigint | null> {
    const { state, revision } = await this.store.loadWithRevision(orders, id);
    if (revision === 'no_stream' || state.status === 'absent') return null;
    const request = { ...wanted, userId: wanted.userId.toLowerCase() };
    return isSameOrder(state, request) ? revision : null;
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
    const { commission, commissionCollection } = (await this.directory.find(partnerId)).terms;
    const agreed = { commission, commissionCollection };
    const order = { ...wanted, orderId, partnerId, userId, accountId, ...agreed };
    const decision = placeOrder(order, new Date());
    const cause = causeOf(caller);
    const { events, recorded } = await this.store.transact(orders, orderId, decision, cause, known);
    return events.length > 0 && recorded;
  }
}
