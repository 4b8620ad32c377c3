import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Broker } from './broker.js';
import type { Sent } from './repeats.js';

/** Notes repeats among the requests that reach a handler. */
export const noteRepeats = (app: FastifyInstance, broker: Broker): void => {
  app.addHook('preHandler', (request, _reply, next) => {
    const sent = sentBy(request);
    if (sent !== null && isThere(broker, sent)) broker.repeats.note(sent.kind, sent.key);
    next();
  });
};

const isThere = ({ accounts, journals, orders }: Broker, { kind, key }: Sent): boolean => {
  switch (kind) {
    case 'account':
      return accounts.isTaken(key);
    case 'journal':
      return journals.table.byKey(key) !== null;
    case 'order':
      return orders.table.byClientId(key) !== null;
  }
};

const sentBy = ({ method, routeOptions, headers, body }: FastifyRequest): Sent | null => {
  if (method !== 'POST') return null;
  const { url = '' } = routeOptions;
  const sent = (body ?? {}) as { client_order_id?: unknown; contact?: { email_address?: unknown } };
  if (url.endsWith('/v1/accounts'))
    return { kind: 'account', key: textOf(sent.contact?.email_address) };
  if (url.endsWith('/v1/journals'))
    return { kind: 'journal', key: textOf(headers['idempotency-key']) };
  if (url.endsWith('/orders')) return { kind: 'order', key: textOf(sent.client_order_id) };
  return null;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
