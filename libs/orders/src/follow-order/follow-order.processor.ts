import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { EffectUncertain } from '#platform/jobs/effect.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { isFinal, orders } from '../order/order.state.js';
import { followOrder } from './follow-order.job.js';
import { readOrder } from './read-order.js';

/** The broker's own word, asked for; its events and answers may be lost, late or out of order. */
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
    if (isKnown) return;
    if (order.brokerOrderId === null)
      throw new EffectUncertain('the broker told of the order, and does not show it yet');
    throw new Error(`The broker does not know order ${data.id}`);
  }
}
