import { randomUUID } from 'node:crypto';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { tradingRefusal } from './account.rules.js';
import type { Accounts } from './accounts.js';
import { BrokerError, forbidden, notFound, unprocessable } from './broker-error.js';
import type { Cash } from './cash.js';
import type { Execution } from './execution.js';
import type { Holdings } from './holdings.js';
import { type Asset, findAsset } from './market.js';
import { firstPart, type OrderRequest, type Plan, planOf } from './order.rules.js';
import { isOpen, type Order, orderOf, type OrderRow } from './order.wire.js';

export type OrderFilter = {
  readonly status: 'open' | 'closed' | 'all';
  readonly symbols: readonly string[];
  /** Moments of acceptance, both left out. */
  readonly after: string;
  readonly until: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
};

export class Orders {
  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly accounts: Accounts,
    private readonly cash: Cash,
    private readonly holdings: Holdings,
    private readonly execution: Execution,
    private readonly pace: Pace,
  ) {
    schedule.rule('order.fill', ({ orderId }) => this.proceed(orderId));
  }

  place(accountId: string, request: OrderRequest): Order {
    return this.store.write(() => {
      this.checkAccount(accountId);
      const clientOrderId = request.client_order_id || randomUUID();
      if (this.byClientId(clientOrderId) !== null)
        throw new BrokerError(422, 40_010_001, 'client_order_id must be unique');
      const asset = findAsset(request.symbol);
      if (asset === null) throw notFound(`asset not found for ${request.symbol}`);
      const owned = this.holdings.of(accountId, asset.symbol);
      const plan = planOf(request, asset, {
        available: this.cash.of(accountId).available,
        owned: owned.quantity,
        ownedAvailable: owned.available,
      });
      return this.accept({ accountId, clientOrderId, request, asset, plan });
    });
  }

  find(accountId: string, id: string): Order | null {
    const order = this.execution.find(id);
    return order?.accountId === accountId ? order : null;
  }

  byClientId(clientOrderId: string): Order | null {
    const row = this.store
      .prepare<[string], OrderRow>('SELECT * FROM orders WHERE client_order_id = ?')
      .get(clientOrderId);
    return row === undefined ? null : orderOf(row);
  }

  list(accountId: string, filter: OrderFilter): readonly Order[] {
    const { status, symbols, after, until, direction, limit } = filter;
    return this.store
      .prepare<[Record<string, string | number>], OrderRow>(
        `SELECT * FROM orders WHERE account_id = @accountId
           AND (@status = 'all' OR (status IN ('accepted', 'partially_filled')) = (@status = 'open'))
           AND created_at > @after AND created_at < @until
           AND (@symbols = '[]' OR symbol IN (SELECT value FROM json_each(@symbols)))
         ORDER BY seq ${direction === 'asc' ? 'ASC' : 'DESC'} LIMIT @limit`,
      )
      .all({ accountId, status, symbols: JSON.stringify(symbols), after, until, limit })
      .map(orderOf);
  }

  all(): readonly Order[] {
    const every = this.store.prepare<[], OrderRow>('SELECT * FROM orders ORDER BY seq');
    return every.all().map(orderOf);
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
    const now = new Date().toISOString();
    this.store
      .prepare(
        `INSERT INTO orders (id, client_order_id, account_id, symbol, side, asked_qty,
           notional_cents, qty, held_cents, status, created_at, updated_at)
         VALUES (@id, @clientOrderId, @accountId, @symbol, @side, @asked, @notional, @quantity,
           @held, 'accepted', @now, @now)`,
      )
      .run({
        ...{ id, clientOrderId, accountId, now },
        symbol: asset.symbol,
        side: request.side,
        asked: request.qty ?? null,
        notional: request.notional ?? null,
        quantity: plan.quantity,
        held: plan.heldCents,
      });
    this.cash.hold(accountId, plan.heldCents);
    if (plan.heldQuantity > 0n) this.holdings.hold(accountId, asset.symbol, plan.heldQuantity);
    if (asset.course !== 'stays') this.schedule.in(this.pace.fillMs, 'order.fill', { orderId: id });
    return this.execution.accepted(id);
  }

  /** The next step of an order that fills by itself. */
  private proceed(id: string): void {
    const order = this.execution.find(id);
    if (order === null || !isOpen(order)) return;
    const part = firstPart(order.quantity);
    const inParts = findAsset(order.symbol)?.course === 'fills-in-two-parts' && part > 0n;
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
