import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { type RequestedOrder, isFinal, orders } from '../order/order.state.js';
import { followOrder } from '../jobs.js';
import { readOrder } from './read-order.js';
import { DAY_MS } from '#kernel/duration.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/**
 * Age after which an order without an end needs attention, in ms. A day order has ended by then,
 * even over a long weekend.
 */
export const ORDER_OPEN_MAX_MS = 7 * DAY_MS;

/**
 * Reads the order at the broker, because notifications and responses may be lost, late or out of
 * order.
 */
@Injectable()
export class FollowOrderProcessor implements Processor {
  readonly job = followOrder;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const order = await this.store.load(orders, data.id);
    if (order.status === 'absent' || order.attempts === 0) return;
    if (isFinal(order) && order.brokerOrderId !== null) return;
    const cause = workerCause(order.partnerId, data);
    const isKnown = await readOrder({ store: this.store, broker: this.broker }, data.id, cause);
    if (isKnown) return this.requireEnd(order);
    if (order.brokerOrderId === null)
      throw OutcomeUnknown.waiting(
        'the broker reported the order, and a lookup does not return it yet',
      );
    throw new Error(`The broker does not know order ${data.id}`);
  }

  /** @throws {NeedsOperator} if the order is still open long after its day */
  private async requireEnd({ orderId, requestedAt }: RequestedOrder): Promise<void> {
    if (Date.now() - Date.parse(requestedAt) <= ORDER_OPEN_MAX_MS) return;
    const order = await this.store.load(orders, orderId);
    if (order.status !== 'absent' && !isFinal(order)) throw new NeedsOperator(NO_END);
  }
}

const NO_END =
  'The order was for one day, and the broker still reports it as open: look it up, ask the broker how it ended, and have the broker correct its status';
