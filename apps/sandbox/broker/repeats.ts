import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Store } from '../store/store.js';
import type { Broker } from './broker.js';

type Kind = 'account' | 'journal' | 'order';
type Sent = { readonly kind: Kind; readonly key: string };
type Row = Sent & { readonly count: bigint };

/**
 * Who sends what is there already relies on the broker to notice. The broker does, so its ledger
 * cannot tell; this can.
 */
export class Repeats {
  constructor(private readonly store: Store) {}

  note(kind: Kind, key: string): void {
    this.store.db
      .prepare(
        `INSERT INTO repeats (kind, key, count) VALUES (?, ?, 1)
         ON CONFLICT (kind, key) DO UPDATE SET count = count + 1`,
      )
      .run(kind, key);
  }

  all() {
    const rows = this.store.db.prepare<[], Row>('SELECT * FROM repeats ORDER BY kind, key').all();
    return rows.map(({ kind, key, count }) => ({ kind, key, count: Number(count) }));
  }
}

/** Of the requests that get as far as being worked on. */
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
      return orders.byClientId(key) !== null;
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
