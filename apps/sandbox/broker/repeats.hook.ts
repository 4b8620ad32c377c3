import type { FastifyInstance } from 'fastify';
import type { Broker } from './broker.js';
import type { Kind } from './repeats.js';

type Sent = {
  readonly client_order_id?: unknown;
  readonly contact?: { readonly email_address?: unknown };
};

/** Counts requests for objects that already exist. */
export const noteRepeats = (
  app: FastifyInstance,
  { accounts, journals, orders, repeats }: Broker,
): void => {
  const note = (kind: Kind, key: unknown, exists: (key: string) => boolean) => {
    if (typeof key === 'string' && exists(key)) repeats.note(kind, key);
  };
  app.addHook('preHandler', ({ method, routeOptions, headers, body }, _reply, next) => {
    const path = method === 'POST' ? (routeOptions.url ?? '') : '';
    const { client_order_id, contact } = (body ?? {}) as Sent;
    if (path.endsWith('/v1/accounts'))
      note('account', contact?.email_address, (key) => accounts.isTaken(key));
    if (path.endsWith('/v1/journals'))
      note('journal', headers['idempotency-key'], (key) => journals.table.byKey(key) !== null);
    if (path.endsWith('/orders'))
      note('order', client_order_id, (key) => orders.table.byClientId(key) !== null);
    next();
  });
};
