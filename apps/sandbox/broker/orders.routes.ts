import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readBy } from '../http/read.js';
import { badRequest, notFound, unprocessable } from './broker-error.js';
import { orderSchema } from './order.rules.js';
import { orderBody } from './order.wire.js';
import type { Orders } from './orders.js';

type Account = { readonly Params: { readonly account: string } };
type InAccount = { readonly Params: { readonly account: string; readonly key: string } };

/** UTC with milliseconds, the format of stored orders. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const listSchema = z.object({
  status: z.enum(['open', 'closed', 'all']).default('open'),
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
    orders.table.list(params.account, readBy(listSchema, query, badRequest)).map(orderBody),
  );

  // The router escapes a colon as a double colon.
  app.get<Account>(`${base}::by_client_order_id`, ({ params, query }) => {
    const { client_order_id } = readBy(byClientSchema, query, badRequest);
    const order = orders.table.byClientId(client_order_id);
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
