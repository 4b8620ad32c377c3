import { randomUUID } from 'node:crypto';
import type { Asset } from '../market/asset.js';
import type { Market } from '../market/market.js';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { tradingRefusal } from './account.rules.js';
import type { Accounts } from './accounts.js';
import { BrokerError, forbidden, notFound, unprocessable } from './broker-error.js';
import type { Cash } from './cash.js';
import type { Execution } from './execution.js';
import type { Holdings } from './holdings.js';
import { firstPart, type OrderRequest, type Plan, planOf } from './order.rules.js';
import type { Portfolio } from './portfolio.js';
import type { OrderTable } from './order-table.js';
import { isOpen, type Order } from './order.wire.js';

export class Orders {
  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly accounts: Accounts,
    private readonly cash: Cash,
    private readonly portfolio: Portfolio,
    private readonly holdings: Holdings,
    private readonly market: Market,
    readonly table: OrderTable,
    private readonly execution: Execution,
    private readonly pace: Pace,
  ) {
    schedule.rule('order.fill', ({ orderId }) => this.proceed(orderId));
  }

  place(accountId: string, request: OrderRequest): Order {
    return this.store.write(() => {
      this.checkAccount(accountId);
      const clientOrderId = request.client_order_id || randomUUID();
      if (this.table.byClientId(clientOrderId) !== null)
        throw new BrokerError(422, 40_010_001, 'client_order_id must be unique');
      const asset = this.market.find(request.symbol);
      if (asset === null) throw notFound(`asset not found for ${request.symbol}`);
      const owned = this.holdings.of(accountId, asset.symbol);
      const { buyingPower, canShort } = this.portfolio.balances(accountId);
      const plan = planOf(request, asset, {
        available: buyingPower,
        canShort,
        owned: owned.quantity,
        ownedAvailable: owned.available,
      });
      return this.accept({ accountId, clientOrderId, request, asset, plan });
    });
  }

  find(accountId: string, id: string): Order | null {
    const order = this.table.find(id);
    return order?.accountId === accountId ? order : null;
  }

  cancel(accountId: string, id: string): void {
    this.store.write(() => {
      const order = this.find(accountId, id);
      if (order === null) throw notFound('order not found');
      if (!isOpen(order)) throw unprocessable('order is not cancelable');
      this.execution.end(order, 'canceled', null);
    });
  }

  private checkAccount(accountId: string): void {
    const account = this.accounts.find(accountId);
    if (account === null) throw notFound('account not found');
    const refusal = tradingRefusal(account);
    if (refusal !== null) throw forbidden(refusal);
  }

  private accept({ accountId, clientOrderId, request, asset, plan }: Acceptance): Order {
    const id = randomUUID();
    this.table.insert({
      ...{ id, clientOrderId, accountId },
      symbol: asset.symbol,
      side: request.side,
      askedQuantity: request.qty ?? null,
      notional: request.notional ?? null,
      quantity: plan.quantity,
      held: plan.heldCents,
    });
    this.cash.hold(accountId, plan.heldCents);
    if (plan.heldQuantity > 0n) this.holdings.hold(accountId, asset.symbol, plan.heldQuantity);
    if (asset.course !== 'stays') this.schedule.in(this.pace.fillMs, 'order.fill', { orderId: id });
    return this.execution.accepted(id);
  }

  /** Executes the next step of an order that fills automatically. */
  private proceed(id: string): void {
    const order = this.table.find(id);
    if (order === null || !isOpen(order)) return;
    const part = firstPart(order.quantity);
    const inParts = this.market.find(order.symbol)?.course === 'fills-in-two-parts' && part > 0n;
    const isLast = !inParts || order.filledQuantity > 0n;
    this.execution.fill(order, isLast ? order.quantity : part);
    if (!isLast) this.schedule.in(this.pace.secondPartMs, 'order.fill', { orderId: id });
  }
}

type Acceptance = {
  readonly accountId: string;
  readonly clientOrderId: string;
  readonly request: OrderRequest;
  readonly asset: Asset;
  readonly plan: Plan;
};
