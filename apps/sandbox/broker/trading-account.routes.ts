import type { FastifyInstance } from 'fastify';
import { readBy } from '../http/read.js';
import { notFound, unprocessable } from './broker-error.js';
import type { Broker } from './broker.js';
import { configurationsSchema } from './configurations.js';
import {
  historyBody,
  historySchema,
  momentsOf,
  tradingDayBefore,
  windowsOf,
} from './history.rules.js';
import { positionBody } from './position.wire.js';
import { tradeAccountBody, type Trader } from './trade-account.wire.js';

type Account = { readonly Params: { readonly account: string } };
type InAccount = { readonly Params: { readonly account: string; readonly key: string } };

const BASE = '/v1/trading/accounts/:account';
const FIRM_SINCE = '2026-01-02T00:00:00.000Z';

/** Balances, settings, positions and history of an account. */
export const tradingAccountRoutes = (app: FastifyInstance, broker: Broker): void => {
  const { accounts, configurations, portfolio, time, firmAccountId } = broker;
  const traderOf = (id: string): Trader => {
    if (id === firmAccountId)
      return { id, number: 'FIRM', status: 'ACTIVE', blocks: [], createdAt: FIRM_SINCE };
    const account = accounts.find(id);
    if (account === null) throw notFound('account not found');
    return account;
  };

  app.get<Account>(`${BASE}/account`, ({ params }) => {
    const trader = traderOf(params.account);
    return tradeAccountBody(trader, {
      balances: portfolio.balances(trader.id),
      lastEquity: portfolio.lastEquity(trader.id),
      lastDay: tradingDayBefore(time.today()),
      configurations: configurations.explicit(trader.id),
    });
  });

  const configurationsOf = `${BASE}/account/configurations`;
  const customer = (id: string): string => {
    if (accounts.find(id) === null) throw notFound('account not found');
    return id;
  };

  app.get<Account>(configurationsOf, ({ params }) => configurations.of(customer(params.account)));

  app.patch<Account>(configurationsOf, ({ params, body }) => {
    const id = customer(params.account);
    configurations.change(id, readBy(configurationsSchema, body, unprocessable));
    return configurations.of(id);
  });

  app.get<Account>(`${BASE}/account/portfolio/history`, ({ params, query }) => {
    const { id, createdAt } = traderOf(params.account);
    const request = readBy(historySchema, query, unprocessable);
    const windows = windowsOf(request, Date.parse(createdAt), time.nowMs());
    return historyBody(windows, portfolio.past(id, momentsOf(windows)));
  });

  app.get<Account>(`${BASE}/positions`, ({ params }) =>
    portfolio.positions(traderOf(params.account).id).map(positionBody),
  );

  app.get<InAccount>(`${BASE}/positions/:key`, ({ params: { account, key } }) => {
    const found = portfolio
      .positions(traderOf(account).id)
      .find(({ symbol, asset }) => symbol === key || asset.id === key);
    if (found === undefined) throw notFound('position does not exist');
    return positionBody(found);
  });
};
