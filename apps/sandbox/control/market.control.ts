import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import type { Broker } from '../broker/broker.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import { dateOf } from '../market/sessions.js';
import type { Store } from '../store/store.js';

const MOST_ASSETS = 100_000;

const priceSchema = z.strictObject({
  price: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be a decimal like "199.50"')
    .transform(centsFromDecimal)
    .refine((price) => price > 0n, 'must be greater than 0'),
});
const assetsSchema = z.strictObject({ count: z.number().int().positive().max(MOST_ASSETS) });

/** Prices, the number of assets, and the market's day. */
export const marketControls = (
  app: FastifyInstance,
  store: Store,
  { market, time }: Broker,
): void => {
  app.post<{ Params: { readonly symbol: string } }>('/assets/:symbol', ({ params, body }) => {
    const { price } = readBy(priceSchema, body, badRequest);
    return store.write(() => {
      const asset = market.find(params.symbol);
      if (asset === null) throw new Refused(404, 'no such asset');
      market.setPrice(asset, price);
      return { symbol: asset.symbol, price: centsToDecimal(price) };
    });
  });

  app.post('/assets', ({ body }) => {
    market.serve(readBy(assetsSchema, body, badRequest).count);
    return { count: market.all().length };
  });

  // The proceeds of today's sales settle, and today's prices become yesterday's.
  app.post('/day', () => {
    time.moveOn();
    return { day: dateOf(time.today()) };
  });
};
