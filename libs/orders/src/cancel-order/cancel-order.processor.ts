import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { type OrderOutcome, recordOrder } from '../order/broker-update.decide.js';
import { cancelUnsent } from '../order/order.decide.js';
import { type RequestedOrder, isFinal, orders } from '../order/order.state.js';
import { findSentOrder } from '../submit-order/find-order.js';
import { cancelOrder } from '../jobs.js';

/**
 * Cancels an order at the broker. A second cancellation is harmless, so it needs no intent record.
 * The recorded request prevents further sends. The processor waits for an order that is being sent.
 */
@Injectable()
export class CancelOrderProcessor implements Processor {
  readonly job = cancelOrder;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const order = await this.store.load(orders, data.id);
    if (order.status === 'absent' || !order.cancelRequested || isFinal(order)) return;
    const cause = workerCause(order.partnerId, data);
    const found = await this.cancel(order, cause);
    const now = new Date();
    const decision = found === null ? cancelUnsent(now) : recordOrder(found, now);
    await this.store.transact(orders, data.id, decision, cause);
  }

  /** Returns the order's outcome after the cancellation; null if the broker never received it. */
  private async cancel(
    order: RequestedOrder,
    { correlationId }: Cause,
  ): Promise<OrderOutcome | null> {
    const find = () => findSentOrder(this.broker, order, correlationId);
    const found = await find();
    if (found?.kind !== 'order') return found;
    // Uses the id that the lookup by our key found, because the response to the send may name
    // another order.
    const { id: brokerOrderId } = found.order;
    await this.broker.cancelOrder({ brokerOrderId, accountId: order.accountId }, correlationId);
    return find();
  }
}
