import type { BrokerOrder } from '#broker/broker-records.js';
import { deterministicId } from '#kernel/ids.js';
import { billionths, cents } from '#kernel/money.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { orders } from '#orders/order/order.state.js';
import { recordLatest, recordOrder } from '../../../libs/orders/src/order/broker-update.decide.js';
import { placeOrder, startOrder } from '../../../libs/orders/src/order/order.decide.js';
import { idOf } from '../../support/memory-reads.js';

type WorldOrder = {
  readonly id: string;
  readonly partnerId: string;
  readonly isCollected: boolean;
  filledCents: number;
  isOpen: boolean;
  /** Commission that the partner must owe if it is collected. */
  commissionCents: number;
};

const BILLIONTHS_PER_CENT = 10_000_000;
/** The commission is the filled value, so that a fill of some cents is a commission of as many. */
const WHOLE_VALUE = { flatCents: cents(0), basisPoints: 10_000 };
const MANY_SHARES = billionths(10 ** 15);

/** Orders that the broker fills, ends, corrects and opens again, by the real decisions. */
export class WorldOrders {
  private readonly all: WorldOrder[] = [];

  constructor(private readonly store: EventStore) {}

  /** Places an order that is canceled after a fill of some cents. */
  async place(partnerId: string, filledCents: number, isCollected: boolean, now: Date) {
    const id = deterministicId('order', String(this.all.length));
    const ended = { filledCents, isOpen: false, commissionCents: filledCents };
    this.all.push({ id, partnerId, isCollected, ...ended });
    const terms = {
      ...{ orderId: id, partnerId, userId: idOf('u'), accountId: 'a', symbol: 'SPY' },
      ...{ side: 'buy' as const, quantityBillionths: MANY_SHARES, amountCents: cents(0) },
      ...{ externalId: `o-${this.all.length}`, commission: WHOLE_VALUE },
      commissionCollection: isCollected ? 'settlement' : 'none',
    } as const;
    const order = report(id, filledCents, false);
    const canceled = recordOrder({ kind: 'order', order }, now);
    for (const decision of [placeOrder(terms, now), startOrder(now), canceled])
      await this.store.transact(orders, id, decision, operatorCause(partnerId));
  }

  /** The broker reports another fill of an order that had ended, and perhaps that it is open. */
  async correct(which: number, filledCents: number, isOpen: boolean, now: Date) {
    const order = this.all.at(which % Math.max(1, this.all.length));
    if (order === undefined) return;
    const { id, partnerId } = order;
    const decision = recordLatest(report(id, filledCents, isOpen), now);
    await this.store.transact(orders, id, decision, operatorCause(partnerId));
    // Further fills of an open order are charged when it ends.
    const isProgress = order.isOpen && isOpen && filledCents >= order.filledCents;
    if (!isProgress) order.commissionCents = filledCents;
    Object.assign(order, { filledCents, isOpen });
  }

  /** Commissions that the partner must owe in all periods. */
  owedCents(partnerId: string): bigint {
    return this.all
      .filter((order) => order.partnerId === partnerId && order.isCollected)
      .reduce((sum, { commissionCents }) => sum + BigInt(commissionCents), 0n);
  }
}

const report = (id: string, filledCents: number, isOpen: boolean): BrokerOrder => ({
  ...{ id: `b-${id}`, clientOrderId: id, status: isOpen ? 'new' : 'canceled', reason: null },
  filledQuantity: billionths(filledCents * BILLIONTHS_PER_CENT),
  filledAveragePrice: filledCents === 0 ? null : '1',
});
