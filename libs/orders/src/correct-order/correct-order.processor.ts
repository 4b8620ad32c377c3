import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { orders } from '../order/order.state.js';
import { readOrder } from '../follow-order/read-order.js';
import { correctOrder } from '../jobs.js';

/** Records the broker's current status of an order that may have ended. Earlier events stay. */
@Injectable()
export class CorrectOrderProcessor implements Processor {
  readonly job = correctOrder;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<void> {
    const order = await this.store.load(orders, data.id);
    if (order.status === 'absent' || order.attempts === 0) return;
    const cause = workerCause(order.partnerId, data);
    await readOrder({ store: this.store, broker: this.broker }, data.id, cause);
  }
}
