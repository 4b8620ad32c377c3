import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import { BLOCKS } from '../broker/account.rules.js';
import type { Broker } from '../broker/broker.js';
import { configurationsSchema } from '../broker/configurations.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import { dateOf } from '../market/sessions.js';
import type { Store } from '../store/store.js';

const firmSchema = z.strictObject({
  add: z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/, 'must be a decimal like "1000.00"'),
});
const rateLimitSchema = z.strictObject({
  /** Requests per second of the whole integration. Null: no limit. */
  perSecond: z.number().int().positive().max(1_000_000).nullable(),
});

/** The pre-funded account, the rate limit, accounts, event streams and the market. */
export const brokerControls = (app: FastifyInstance, store: Store, broker: Broker): void => {
  firmControls(app, broker);
  accountControls(app, broker);
  eventStreamControls(app, broker);
  marketControls(app, store, broker);
};

const firmControls = (app: FastifyInstance, broker: Broker): void => {
  const { cash, firmAccountId, rateLimit, repeats } = broker;

  app.post('/firm-account', ({ body }) => {
    const { add } = readBy(firmSchema, body, badRequest);
    cash.add(firmAccountId, centsFromDecimal(add));
    const { total, available } = cash.of(firmAccountId);
    return {
      id: firmAccountId,
      balance: centsToDecimal(total),
      available: centsToDecimal(available),
    };
  });

  app.post('/rate-limit', ({ body }) => {
    const { perSecond } = readBy(rateLimitSchema, body, badRequest);
    rateLimit.set(perSecond);
    return rateLimit.counts();
  });
  app.get('/rate-limit', () => rateLimit.counts());

  app.get('/repeats', () => ({ repeats: repeats.all() }));
};

const accountSchema = z.strictObject({
  /** A status of the broker, or an unknown one. */
  status: z.string().min(1).optional(),
  reason: z.string().max(1_024).nullable().optional(),
  /** All blocks of the account from now on. */
  blocks: z.array(z.enum(BLOCKS)).optional(),
  /** Wrong fields to return for a lookup by id. Default: the real values. */
  shown: z
    .strictObject({ id: z.string().min(1).optional(), email: z.string().min(1).optional() })
    .optional(),
  /** Settings to change, such as margin. */
  configurations: configurationsSchema.optional(),
  /** True omits the event. */
  silent: z.boolean().default(false),
});

const emailSchema = z.strictObject({
  email: z.string().min(1),
  status: z.union([z.literal(409), z.literal(422)]).default(409),
});

/** Changes an account as the broker's staff would. Adds addresses of other firms' users. */
const accountControls = (app: FastifyInstance, { accounts, configurations }: Broker): void => {
  app.post<{ Params: { readonly id: string } }>('/accounts/:id', ({ params, body }) => {
    const { configurations: settings, ...change } = readBy(accountSchema, body, badRequest);
    const changed = accounts.change(params.id, change);
    if (changed === null) throw new Refused(404, 'no such account');
    const { id, number: accountNumber, status, reason, blocks } = changed;
    if (settings !== undefined) configurations.change(id, settings);
    return { id, accountNumber, status, reason, blocks, configurations: configurations.of(id) };
  });

  app.post('/emails', ({ body }) => {
    const { email, status } = readBy(emailSchema, body, badRequest);
    accounts.addElsewhere(email, status);
    return { email, status };
  });
};

const eventsSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.enum(['replay', 'restart-ids']) }),
  z.strictObject({
    outcome: z.literal('spoil'),
    stream: z.enum(['accounts', 'journals', 'trades']),
    /** Sent unchanged, even if invalid. */
    data: z.string().regex(/^[^\r\n]*$/, 'must be one line'),
  }),
]);

/**
 * Changes of event streams. A replay ends the connections, and the next ones start at the first event.
 * The outcome `restart-ids` gives every event a new id below all earlier cursors. The outcome `spoil`
 * sends an unreadable event, now and in every replay. GET counts the connections.
 */
const eventStreamControls = (app: FastifyInstance, { events }: Broker): void => {
  app.get('/events', () => ({ connections: events.connections }));
  app.post('/events', ({ body }) => {
    const request = readBy(eventsSchema, body, badRequest);
    const { outcome } = request;
    if (request.outcome === 'spoil') {
      events.spoil(request.stream, request.data);
      return { outcome, events: 1 };
    }
    return { outcome, events: outcome === 'replay' ? events.replay() : events.restartIds() };
  });
};

const MAX_ASSETS = 100_000;

const priceSchema = z.strictObject({
  price: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, 'must be a decimal like "199.50"')
    .transform(centsFromDecimal)
    .refine((price) => price > 0n, 'must be greater than 0'),
});
const assetsSchema = z.strictObject({ count: z.number().int().positive().max(MAX_ASSETS) });

/** Prices, the number of assets, and the market's day. */
const marketControls = (app: FastifyInstance, store: Store, { market, time }: Broker): void => {
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
