import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#platform/broker/broker.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { BROKER } from '#platform/platform.module.js';
import { orders } from '../order/order.state.js';
import { readOrder } from '../follow-order/read-order.js';
import { correctOrder } from './correct-order.job.js';

/** History stays: what the broker says now is one more event. */
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
    await readOrder({ store: this.store, broker: this.broker }, data.id, cause, 'recheck');
  }
}
