import { Inject, Injectable } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { type Effect, Throttled, type Worked, performEffect } from '#kernel/jobs/effect.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { BROKER } from '#kernel/tokens.js';
import { isBlocked, userStates } from '#users/user/user.state.js';
import { type OrderOutcome, recordOrder } from '../order/broker-update.decide.js';
import {
  expireUnsent,
  isTooLate,
  startOrder,
  throttleOrder,
  withdrawUnsent,
} from '../order/order.decide.js';
import type { OrderEvent } from '../order/order.events.js';
import { type Order, type RequestedOrder, isToBeSent, orders } from '../order/order.state.js';
import { findOrder, findSentOrder } from './find-order.js';
import { submitOrder } from '../jobs.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

@Injectable()
export class SubmitOrderProcessor implements Processor {
  readonly job = submitOrder;

  constructor(
    private readonly store: EventStore,
    @Inject(BROKER) private readonly broker: Broker,
  ) {}

  async process(data: JobData): Promise<Worked> {
    const order = await this.store.load(orders, data.id);
    if (!isToBeSent(order)) return;
    const cause = workerCause(order.partnerId, data);
    const user = await this.store.load(userStates, order.userId);
    if (isBlocked(user)) await this.withdraw(order, user.status, cause);
    else if (isTooLate(order, new Date(Date.now()))) await this.giveUp(order, cause);
    else return performEffect(this.store, this.effect(order, cause), cause);
    return undefined;
  }

  /** Looks up an earlier send first, because the broker's status counts. */
  private async withdraw(
    order: RequestedOrder,
    userStatus: 'suspended' | 'closed',
    cause: Cause,
  ): Promise<void> {
    const { attempts } = order;
    const found =
      attempts > 0 ? await findSentOrder(this.broker, order, cause.correlationId) : null;
    const now = new Date();
    const decision =
      found === null ? withdrawUnsent(attempts, userStatus, now) : recordOrder(found, now);
    await this.store.transact(orders, order.orderId, decision, cause);
  }

  private async giveUp(order: RequestedOrder, cause: Cause): Promise<void> {
    const found = await findSentOrder(this.broker, order, cause.correlationId);
    const now = new Date();
    const decision = found === null ? expireUnsent(order.attempts, now) : recordOrder(found, now);
    await this.store.transact(orders, order.orderId, decision, cause);
  }

  private effect(order: RequestedOrder, cause: Cause): Effect<Order, OrderEvent, OrderOutcome> {
    return {
      stream: orders,
      id: order.orderId,
      progress: (state) =>
        isToBeSent(state) ? { status: 'open', startedAt: state.startedAt } : { status: 'settled' },
      requireReady: () => this.broker.requireReady('order'),
      start: startOrder,
      lookUp: () => findOrder(this.broker, order, cause.correlationId),
      send: async () => {
        const { orderId, accountId, symbol, side, quantityBillionths, amountCents } = order;
        const quantity = quantityBillionths > 0n ? quantityBillionths : null;
        const amount = amountCents > 0n ? amountCents : null;
        const ticket = { orderId, accountId, symbol, side, quantity, amount };
        const sent = await this.broker.createOrder(ticket, cause.correlationId);
        switch (sent.kind) {
          case 'accepted':
            return { kind: 'order', order: sent.value };
          case 'refused':
            return sent;
          case 'exists':
            return null;
          case 'throttled':
            return new Throttled(sent.retryAfterMs, (now) =>
              throttleOrder(order.attempts + 1, now),
            );
          case 'unclear':
            return OutcomeUnknown.rejection(sent.reason, order.attempts, {
              ...sent,
              kind: 'refused',
            });
        }
      },
      record: recordOrder,
    };
  }
}
