import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#kernel/calendar/day.js';
import { notFound } from '../broker/broker-error.js';
import { assetBody } from './asset.js';
import type { Market } from './market.js';
import type { MarketTime } from './market-time.js';
import { calendarBody, clockBody } from './sessions.js';

const [FIRST_DAY, LAST_DAY] = [
  Date.parse('1970-01-01') / DAY_MS,
  Date.parse('2029-12-31') / DAY_MS,
];

/** Assets, the clock and the calendar, without filters. All assets are active US equities. */
export const marketRoutes = (app: FastifyInstance, market: Market, time: MarketTime): void => {
  app.get('/v1/assets', () => market.all().map(assetBody));

  app.get<{ Params: { key: string } }>('/v1/assets/:key', ({ params }) => {
    const asset = market.find(params.key);
    if (asset === null) throw notFound(`asset not found for ${params.key}`);
    return assetBody(asset);
  });

  app.get('/v1/clock', () => clockBody(time.nowMs()));

  app.get('/v1/calendar', () => calendarBody(FIRST_DAY, LAST_DAY));
};
