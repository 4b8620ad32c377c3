import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readBy } from '../http/read.js';
import { badRequest, notFound, unprocessable } from './broker-error.js';
import { journalSchema } from './journal.rules.js';
import type { Journal } from './journal-table.js';
import type { Journals } from './journals.js';

const MAX_LISTED = 100_000;
const MAX_KEY_CHARACTERS = 128;

const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a date')
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .default(null);
const word = z.string().nullable().default(null);

const listSchema = z
  .object({
    after: instant,
    before: instant,
    status: word,
    entry_type: word,
    from_account: word,
    to_account: word,
    limit: z.coerce.number().int().positive().max(MAX_LISTED).optional(),
  })
  .transform(({ from_account, to_account, ...rest }) => ({
    ...rest,
    from: from_account,
    to: to_account,
  }));

export const journalRoutes = (app: FastifyInstance, journals: Journals): void => {
  app.post('/v1/journals', ({ body, headers }) => {
    const request = readBy(journalSchema, body, badRequest);
    return journalBody(journals.create(request, keyOf(headers['idempotency-key'])));
  });

  app.get('/v1/journals', ({ query }) => {
    const { entry_type, ...filter } = readBy(listSchema, query, unprocessable);
    if (entry_type !== null && entry_type !== 'JNLC') return [];
    const found = journals.table.list({ ...filter, limit: filter.limit ?? MAX_LISTED + 1 });
    if (found.length > MAX_LISTED) throw unprocessable('too many journals: narrow the dates');
    return found.map(journalBody);
  });

  app.get<{ Params: { id: string } }>('/v1/journals/:id', ({ params }) => {
    const journal = journals.table.find(params.id);
    if (journal === null) throw notFound('journal not found');
    return journalBody(journal);
  });
};

const keyOf = (header: string | string[] | undefined): string | null => {
  if (header === undefined || header === '') return null;
  const key = String(header);
  if (key.length > MAX_KEY_CHARACTERS)
    throw unprocessable('Idempotency-Key must be no more than 128 characters');
  return key;
};

const journalBody = (journal: Journal) => {
  const moved = journal.status === 'executed' ? journal.createdAt.slice(0, 10) : null;
  return {
    id: journal.id,
    entry_type: 'JNLC',
    from_account: journal.shown.from ?? journal.from,
    to_account: journal.shown.to ?? journal.to,
    symbol: null,
    qty: null,
    price: null,
    status: journal.status,
    settle_date: moved,
    system_date: moved,
    net_amount: journal.amountText,
    description: journal.description,
    currency: journal.shown.currency ?? 'USD',
    created_at: journal.createdAt,
  };
};
