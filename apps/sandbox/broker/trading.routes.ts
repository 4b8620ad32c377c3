import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { billionthsToDecimal, cents, centsToDecimal } from '#platform/core/money.js';
import { readBy } from '../http/read.js';
import { BLOCKS } from './account.rules.js';
import type { Accounts } from './accounts.js';
import { badRequest, notFound, unprocessable } from './broker-error.js';
import type { Cash } from './cash.js';
import type { Holding, Holdings } from './holdings.js';
import { allAssets, assetBody, clockBody, findAsset, priceText } from './market.js';
import { orderSchema, valueOf } from './order.rules.js';
import { orderBody } from './order.wire.js';
import type { Orders } from './orders.js';

type Account = { readonly Params: { readonly account: string } };
type InAccount = { readonly Params: { readonly account: string; readonly key: string } };

/** In UTC and to the millisecond, as the orders keep theirs. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const listSchema = z.object({
  status: z.enum(['open', 'closed', 'all']).default('open'),
  symbols: z
    .string()
    .transform((text) => text.split(','))
    .default([]),
  after: instant.default(''),
  until: instant.default('9999'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  limit: z.coerce.number().int().positive().max(500).default(50),
});
const byClientSchema = z.object({ client_order_id: z.string().min(1) });

export const orderRoutes = (app: FastifyInstance, orders: Orders): void => {
  const base = '/v1/trading/accounts/:account/orders';

  app.post<Account>(base, ({ params, body }) => {
    const request = readBy(orderSchema, body, unprocessable);
    if (((request.qty ?? null) === null) === ((request.notional ?? null) === null))
      throw badRequest('exactly one of qty and notional is required');
    return orderBody(orders.place(params.account, request));
  });

  app.get<Account>(base, ({ params, query }) =>
    orders.list(params.account, readBy(listSchema, query, badRequest)).map(orderBody),
  );

  // A double colon is the router's spelling of a plain one.
  app.get<Account>(`${base}::by_client_order_id`, ({ params, query }) => {
    const { client_order_id } = readBy(byClientSchema, query, badRequest);
    const order = orders.byClientId(client_order_id);
    if (order?.accountId !== params.account) throw notFound('order not found');
    return orderBody(order);
  });

  app.get<InAccount>(`${base}/:key`, ({ params }) => {
    const order = orders.find(params.account, params.key);
    if (order === null) throw notFound('order not found');
    return orderBody(order);
  });

  app.delete<InAccount>(`${base}/:key`, async ({ params }, reply) => {
    orders.cancel(params.account, params.key);
    return reply.code(204).send();
  });
};

export const marketRoutes = (app: FastifyInstance): void => {
  app.get('/v1/assets', () => allAssets().map(assetBody));

  app.get<{ Params: { key: string } }>('/v1/assets/:key', ({ params }) => {
    const asset = findAsset(params.key);
    if (asset === null) throw notFound(`asset not found for ${params.key}`);
    return assetBody(asset);
  });

  app.get('/v1/clock', () => clockBody(new Date()));
};

const FIRM_SINCE = '2026-01-02T00:00:00.000Z';

export const positionRoutes = (
  app: FastifyInstance,
  accounts: Accounts,
  cash: Cash,
  holdings: Holdings,
  firmAccountId: string,
): void => {
  const positionsOf = (accountId: string) =>
    holdings.all(accountId).filter(({ quantity }) => quantity > 0n);

  const firmAccount = (id: string) =>
    id === firmAccountId
      ? { id, number: 'FIRM', status: 'ACTIVE', blocks: [], createdAt: FIRM_SINCE }
      : null;

  app.get<Account>('/v1/trading/accounts/:account/account', ({ params }) => {
    const account = accounts.find(params.account) ?? firmAccount(params.account);
    if (account === null) throw notFound('account not found');
    const { total, available } = cash.of(account.id);
    const invested = positionsOf(account.id).reduce((sum, held) => sum + worthOf(held), 0n);
    const equity = centsToDecimal(cents(total + invested));
    return {
      id: account.id,
      account_number: account.number,
      status: account.status,
      crypto_status: 'INACTIVE',
      currency: 'USD',
      ...NO_MARGIN,
      cash: centsToDecimal(total),
      cash_withdrawable: centsToDecimal(available),
      cash_transferable: centsToDecimal(available),
      buying_power: centsToDecimal(available),
      effective_buying_power: centsToDecimal(available),
      regt_buying_power: centsToDecimal(available),
      non_marginable_buying_power: centsToDecimal(available),
      long_market_value: centsToDecimal(cents(invested)),
      position_market_value: centsToDecimal(cents(invested)),
      equity,
      last_equity: equity,
      portfolio_value: equity,
      balance_asof: new Date().toISOString().slice(0, 10),
      ...Object.fromEntries(BLOCKS.map((name) => [name, account.blocks.some((on) => on === name)])),
      created_at: account.createdAt,
    };
  });

  app.get<Account>('/v1/trading/accounts/:account/positions', ({ params }) =>
    positionsOf(params.account).map(positionBody),
  );

  app.get<InAccount>('/v1/trading/accounts/:account/positions/:key', ({ params }) => {
    const held = positionsOf(params.account).find(({ symbol }) => symbol === params.key);
    if (held === undefined) throw notFound('position does not exist');
    return positionBody(held);
  });
};

/** What an account without a margin has of these. */
const NO_MARGIN = {
  multiplier: '1',
  shorting_enabled: false,
  short_market_value: '0',
  initial_margin: '0',
  maintenance_margin: '0',
  last_maintenance_margin: '0',
  sma: '0',
  accrued_fees: '0',
  admin_configurations: {},
};

const worthOf = ({ symbol, quantity }: Holding): bigint => {
  const asset = findAsset(symbol);
  return asset === null ? 0n : valueOf(quantity, asset);
};

const positionBody = (held: Holding) => {
  const asset = findAsset(held.symbol);
  const price = asset === null ? '0.00' : priceText(asset);
  return {
    asset_id: asset?.id ?? '',
    symbol: held.symbol,
    exchange: 'NASDAQ',
    asset_class: 'us_equity',
    side: 'long',
    qty: billionthsToDecimal(held.quantity),
    qty_available: billionthsToDecimal(held.available),
    avg_entry_price: price,
    current_price: price,
    lastday_price: price,
    change_today: '0',
    market_value: centsToDecimal(cents(worthOf(held))),
    cost_basis: centsToDecimal(held.cost),
    unrealized_pl: centsToDecimal(cents(worthOf(held) - held.cost)),
    unrealized_plpc: '0',
    unrealized_intraday_pl: '0',
    unrealized_intraday_plpc: '0',
  };
};
