import { z } from 'zod';
import type { OutboundCall, OutboundResponse } from '#http/outbound/outbound-http.js';
import { foundOf } from './alpaca-outcomes.js';
import {
  asset,
  assetOf,
  clock,
  history,
  positions,
  tradingAccount,
  tradingDays,
} from './alpaca-view-wire.js';
import type {
  BrokerAsset,
  BrokerViews,
  HistoryPeriod,
  HistoryPoint,
  MarketClock,
  Position,
  TradingAccount,
  TradingDay,
} from './broker-views.js';
import type { Priority } from './pacing/budget.js';
import { about } from './response-subject.js';
import { PROVIDER_LIST_TIMEOUT_MS } from './timing.js';

/** Timeout of a read that a person waits for. */
const ACCOUNT_VIEW_TIMEOUT_MS = 5_000;
/** Room for 12,000 assets of 600 bytes, several times over. */
const ASSETS_BYTES_MAX = 64 * 1024 * 1024;

type Call = (call: OutboundCall, priority: Priority) => Promise<OutboundResponse>;

/** Balances, positions, assets and market hours from the Alpaca Broker API. */
export class AlpacaViews implements BrokerViews {
  constructor(private readonly call: Call) {}

  async getTradingAccount(accountId: string, correlationId: string): Promise<TradingAccount> {
    const response = await this.view(accountId, 'account', correlationId);
    const { id, account } = foundOf(response, tradingAccount);
    return about(response.label, account, ['account', accountId, id]);
  }

  /** The response does not name its account: only the path does. */
  async listPositions(accountId: string, correlationId: string): Promise<readonly Position[]> {
    return foundOf(await this.view(accountId, 'positions', correlationId), positions);
  }

  async portfolioHistory(
    accountId: string,
    period: HistoryPeriod,
    correlationId: string,
  ): Promise<readonly HistoryPoint[]> {
    const path = 'account/portfolio/history';
    return foundOf(await this.view(accountId, path, correlationId, SPANS[period]), history);
  }

  /** Skips unreadable assets, so that one of them does not hide the others. */
  async listAssets(correlationId: string): Promise<readonly BrokerAsset[]> {
    const query = { status: 'active', asset_class: 'us_equity' };
    const call = { method: 'GET', path: '/v1/assets', query, correlationId } as const;
    const rows = foundOf(await this.list(call), z.array(z.unknown()));
    return rows.flatMap((row) => {
      const { data } = asset.safeParse(row);
      return data === undefined ? [] : [assetOf(data)];
    });
  }

  async clock(correlationId: string): Promise<MarketClock> {
    return foundOf(await this.list({ method: 'GET', path: '/v1/clock', correlationId }), clock);
  }

  async calendar(correlationId: string): Promise<readonly TradingDay[]> {
    const call = { method: 'GET', path: '/v1/calendar', correlationId } as const;
    return foundOf(await this.list(call), tradingDays);
  }

  private view(
    accountId: string,
    resource: string,
    correlationId: string,
    query: Readonly<Record<string, string>> = {},
  ): Promise<OutboundResponse> {
    const path = `/v1/trading/accounts/${encodeURIComponent(accountId)}/${resource}`;
    const call = { method: 'GET', path, query, correlationId } as const;
    return this.call({ ...call, timeoutMs: ACCOUNT_VIEW_TIMEOUT_MS }, 'view');
  }

  private list(call: OutboundCall): Promise<OutboundResponse> {
    const limits = { timeoutMs: PROVIDER_LIST_TIMEOUT_MS, answerBytesMax: ASSETS_BYTES_MAX };
    return this.call({ ...call, ...limits }, 'read');
  }
}

/** Above 30 days the broker only has whole days. `ALL` is longer than any account is old. */
const SPANS: Readonly<Record<HistoryPeriod, Readonly<Record<string, string>>>> = {
  '1D': { period: '1D', timeframe: '5Min', pnl_reset: 'no_reset' },
  '1W': { period: '1W', timeframe: '15Min', pnl_reset: 'no_reset' },
  '1M': { period: '1M', timeframe: '1D' },
  '3M': { period: '3M', timeframe: '1D' },
  '1Y': { period: '1A', timeframe: '1D' },
  ALL: { period: '10A', timeframe: '1D' },
};
