import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '#kernel/calendar/day.js';
import { badRequest, notFound, unprocessable } from '../broker/broker-error.js';
import { readBy } from '../http/read.js';
import { assetBody } from './asset.js';
import type { Market } from './market.js';
import type { MarketTime } from './market-time.js';
import { calendarBody, clockBody } from './sessions.js';

const assetsSchema = z.object({
  status: z.enum(['active', 'inactive', 'all']).default('all'),
  asset_class: z.enum(['us_equity', 'crypto']).default('us_equity'),
});

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2029-12-31';

const day = (byDefault: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a date')
    .default(byDefault)
    .transform((text) => Date.parse(text.slice(0, FIRST_DAY.length)) / DAY_MS);

const calendarSchema = z.object({ start: day(FIRST_DAY), end: day(LAST_DAY) });

export const marketRoutes = (app: FastifyInstance, market: Market, time: MarketTime): void => {
  app.get('/v1/assets', ({ query }) => {
    const { status, asset_class } = readBy(assetsSchema, query, unprocessable);
    if (status === 'inactive' || asset_class === 'crypto') return [];
    return market.all().map(assetBody);
  });

  app.get<{ Params: { key: string } }>('/v1/assets/:key', ({ params }) => {
    const asset = market.find(params.key);
    if (asset === null) throw notFound(`asset not found for ${params.key}`);
    return assetBody(asset);
  });

  app.get('/v1/clock', () => clockBody(time.nowMs()));

  app.get('/v1/calendar', ({ query }) => {
    const { start, end } = readBy(calendarSchema, query, badRequest);
    const [first, last] = [FIRST_DAY, LAST_DAY].map((text) => Date.parse(text) / DAY_MS);
    return calendarBody(Math.max(start, first ?? start), Math.min(end, last ?? end));
  });
};
