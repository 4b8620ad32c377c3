import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Cents, centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import { CORRECTED } from '../broker/journal.rules.js';
import type { Journal } from '../broker/journal-table.js';
import type { Journals } from '../broker/journals.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import type { Store } from '../store/store.js';
import { journalLine } from './ledger.js';

const cash = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal like "60.00"');
const journalSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.enum(['reverse', 'execute', 'reject']) }),
  z.strictObject({
    outcome: z.literal('mirror'),
    /** Default: the amount of the journal. */
    amount: cash.optional(),
    /** Default: the description of the journal. */
    description: z.string().max(1_024).optional(),
  }),
  z.strictObject({
    outcome: z.literal('correct'),
    amount: cash,
    description: z.string().max(1_024).optional(),
  }),
  z.strictObject({ outcome: z.literal('amount'), amount: cash }),
  z.strictObject({
    outcome: z.literal('show'),
    /** Debited account, credited account and currency to show. Default: the real values. */
    from: z.string().min(1).optional(),
    to: z.string().min(1).optional(),
    currency: z.string().min(1).optional(),
  }),
]);
const thirdPartySchema = z.strictObject({
  from: z.string().min(1).optional(),
  to: z.string().min(1),
  amount: z.string().regex(/^\d{1,13}(\.\d{1,9})?$/, 'must be a decimal like "1000.00"'),
  description: z.string().max(1_024).default(''),
  status: z.string().min(1).default('executed'),
});

const limit = cash.transform(centsFromDecimal).nullable().default(null);
const limitsSchema = z.strictObject({ perTransaction: limit, perDay: limit });

type ById = { readonly Params: { readonly id: string } };

/**
 * Creates third-party journals, changes any journal, and sets the firm's limits. A journal above a limit
 * stays pending until one of these calls executes or rejects it.
 */
export const journalControls = (app: FastifyInstance, store: Store, journals: Journals): void => {
  app.post('/journal-limits', ({ body }) => {
    journals.limits.set(readBy(limitsSchema, body, badRequest));
    const { perTransaction, perDay } = journals.limits.get();
    return { perTransaction: textOf(perTransaction), perDay: textOf(perDay) };
  });

  app.post('/journals', ({ body }) => {
    const { amount: amountText, ...about } = readBy(thirdPartySchema, body, badRequest);
    return journalLine(journals.createThirdParty({ ...about, amountText }));
  });

  app.post<ById>('/journals/:id', ({ params, body }) => {
    const request = readBy(journalSchema, body, badRequest);
    return store.write(() => {
      const { table } = journals;
      const journal = table.find(params.id) ?? table.byKey(params.id);
      if (journal === null) throw new Refused(404, 'no such journal');
      const isDecision = request.outcome === 'execute' || request.outcome === 'reject';
      const isReady =
        request.outcome === 'show' || journal.status === (isDecision ? 'pending' : 'executed');
      if (!isReady && (isDecision || journal.reversedAt === null))
        throw new Refused(409, `the journal is ${journal.status}`);
      return journalLine(changed(journals, journal, request));
    });
  });
};

const textOf = (amount: Cents | null) => (amount === null ? null : centsToDecimal(amount));

/** Returns the changed journal, or the new one for a mirror or a correction. */
const changed = (
  journals: Journals,
  { id, from, to, amountText, description }: Journal,
  request: z.output<typeof journalSchema>,
): Journal => {
  const text = 'description' in request ? (request.description ?? description) : description;
  const executed = { description: text, status: 'executed' };
  switch (request.outcome) {
    case 'reverse':
      journals.reverse(id);
      return journals.table.get(id);
    case 'execute':
    case 'reject':
      journals.decide(id, request.outcome);
      return journals.table.get(id);
    case 'mirror':
      return journals.createThirdParty({
        from: to,
        to: from,
        amountText,
        ...executed,
        ...amountIn(request),
      });
    case 'correct':
      journals.reverse(id, CORRECTED);
      return journals.createThirdParty({ from, to, amountText: request.amount, ...executed });
    case 'amount':
      return journals.table.change(id, { amountText: request.amount });
    case 'show': {
      const { outcome: _, ...shown } = request;
      return journals.table.change(id, { shown });
    }
  }
};

const amountIn = ({ amount }: { readonly amount?: string | undefined }) =>
  amount === undefined ? {} : { amountText: amount };
