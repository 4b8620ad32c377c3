import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type Billionths,
  billionths,
  billionthsFromDecimal,
  centsFromDecimal,
  centsToDecimal,
} from '#platform/core/money.js';
import type { Broker } from '../broker/broker.js';
import type { Trades } from '../broker/execution.js';
import { isOpen, type Order, orderBody } from '../broker/order.wire.js';
import { CORRECTED } from '../broker/journal.rules.js';
import type { Journal } from '../broker/journal-table.js';
import type { Journals } from '../broker/journals.js';
import type { RateLimit } from '../broker/rate-limit.js';
import { readBy } from '../http/read.js';
import { Refused } from '../http/refused.js';
import { statusOf } from '../http/server.js';
import type { Onboarding } from '../identity/onboarding.js';
import { personSchema } from '../identity/person.js';
import type { Persons } from '../identity/persons.js';
import type { Store } from '../store/store.js';

import { accountControls } from './accounts.control.js';
import type { Faults } from './faults.js';
import { eventStreamControls } from './event-streams.control.js';
import { journalLimitControls } from './journal-limits.control.js';
import { journalLine, ledgerOf, orderLine } from './ledger.js';

const onboardingSchema = z.strictObject({
  outcome: z.enum(['pass', 'fail', 'review']).optional(),
  person: personSchema.optional(),
});
const identitySchema = z.strictObject({ outcome: z.enum(['pass', 'fail']) });
const decimal = (places: number) =>
  z
    .string()
    .regex(
      new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`),
      `must be a decimal with up to ${places} places`,
    );
const orderSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('fill'),
    /** Filled in all from now on; the whole order unless given. */
    qty: decimal(9).optional(),
  }),
  z.strictObject({ outcome: z.enum(['cancel', 'reject', 'expire']) }),
  z.strictObject({
    outcome: z.enum(['bust', 'correct']),
    /** How much is broken, or filled in all from now on; a bust without it breaks everything. */
    qty: decimal(9).optional(),
    price: decimal(2).optional(),
    silent: z.boolean().default(false),
  }),
]);
const cash = z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal like "60.00"');
const journalSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.enum(['reverse', 'execute', 'reject']) }),
  z.strictObject({
    outcome: z.literal('mirror'),
    /** As much as the journal moved unless given. */
    amount: cash.optional(),
    /** That of the journal unless given. */
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
    /** The account that it says it credits, and its currency; left out: the truth. */
    to: z.string().min(1).optional(),
    currency: z.string().min(1).optional(),
  }),
]);
const byHandSchema = z.strictObject({
  from: z.string().min(1).optional(),
  to: z.string().min(1),
  amount: z.string().regex(/^\d{1,13}(\.\d{1,9})?$/, 'must be a decimal like "1000.00"'),
  description: z.string().max(1_024).default(''),
  status: z.string().min(1).default('executed'),
});
const faultSchema = z.strictObject({
  side: z.enum(['broker', 'identity']),
  match: z.string(),
  mode: z.string(),
  count: z.number().int().positive().default(1),
});
const firmSchema = z.strictObject({
  add: z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/, 'must be a decimal like "1000.00"'),
});
const rateLimitSchema = z.strictObject({
  /** Requests of the whole integration; null: no limit. */
  perSecond: z.number().int().positive().max(1_000_000).nullable(),
});

export type Sandbox = {
  readonly store: Store;
  readonly broker: Broker;
  readonly persons: Persons;
  readonly onboarding: Onboarding;
  readonly faults: Faults;
};

type ById = { readonly Params: { readonly id: string } };

/** Everything under `/control`: what users, reviewers and bad luck do. */
export const controlRoutes = (app: FastifyInstance, sandbox: Sandbox): void => {
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Refused ? error.status : statusOf(error);
    if (status >= 500) console.error('sandbox: control', error);
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(status).send({ message });
  });
  identityControls(app, sandbox);
  brokerControls(app, sandbox);
  journalLimitControls(app, sandbox.broker.journals.limits);
  eventStreamControls(app, sandbox.broker.events);
  accountControls(app, sandbox.broker.accounts);
  faultControls(app, sandbox.faults);
  app.all('/*', () => {
    throw new Refused(404, 'no such control');
  });
};

const identityControls = (app: FastifyInstance, { onboarding }: Sandbox): void => {
  app.post<ById>('/onboarding/:id', ({ params, body }) => {
    const { outcome = null, person = {} } = readBy(onboardingSchema, body, badRequest);
    const { person: found } = onboarding.complete(params.id, outcome, person);
    return {
      userId: found.id,
      fp_id: found.id,
      external_id: found.externalId,
      status: found.status,
      requires_manual_review: found.reviewRequired,
    };
  });

  app.post<ById>('/identity/:id', ({ params, body }) => {
    const { outcome } = readBy(identitySchema, body, badRequest);
    const decided = onboarding.review(params.id, outcome);
    return { userId: params.id, decided: decided.map(({ id, status }) => ({ id, status })) };
  });
};

const brokerControls = (app: FastifyInstance, { store, broker, persons }: Sandbox): void => {
  app.post<ById>('/orders/:id', ({ params, body }) => {
    const wanted = readBy(orderSchema, body, badRequest);
    return store.write(() => {
      const order = broker.orders.byClientId(params.id) ?? broker.execution.find(params.id);
      if (order === null) throw new Refused(404, 'no such order');
      const { execution } = broker;
      if (wanted.outcome === 'bust' || wanted.outcome === 'correct') {
        const event = wanted.outcome === 'bust' ? 'trade_bust' : 'trade_correct';
        execution.correct(order, event, tradesOf(order, wanted));
        return orderLine(execution.find(order.id) ?? order);
      }
      if (!isOpen(order)) throw new Refused(409, `the order is ${order.status}`);
      if (wanted.outcome === 'fill') execution.fill(order, targetOf(order, wanted.qty));
      else {
        const { outcome } = wanted;
        execution.end(order, ENDS[outcome], `${outcome} through the control endpoint`);
      }
      return orderLine(execution.find(order.id) ?? order);
    });
  });

  app.post('/journals', ({ body }) => {
    const { amount: amountText, ...about } = readBy(byHandSchema, body, badRequest);
    return journalLine(broker.journals.byHand({ ...about, amountText }));
  });

  app.post<ById>('/journals/:id', ({ params, body }) => {
    const wanted = readBy(journalSchema, body, badRequest);
    return store.write(() => {
      const { table } = broker.journals;
      const journal = table.find(params.id) ?? table.byKey(params.id)?.journal;
      if (journal === undefined) throw new Refused(404, 'no such journal');
      const isDecision = wanted.outcome === 'execute' || wanted.outcome === 'reject';
      const isReady =
        wanted.outcome === 'show' || journal.status === (isDecision ? 'pending' : 'executed');
      if (!isReady && (isDecision || journal.reversedAt === null))
        throw new Refused(409, `the journal is ${journal.status}`);
      return journalLine(changed(broker.journals, journal, wanted));
    });
  });

  rateLimitControls(app, broker.rateLimit);

  app.get('/ledger', () => ledgerOf(broker, persons));

  app.get('/repeats', () => ({ repeats: broker.repeats.all() }));

  app.post('/firm-account', ({ body }) => {
    const { add } = readBy(firmSchema, body, badRequest);
    const { cash, firmAccountId } = broker;
    cash.add(firmAccountId, centsFromDecimal(add));
    const { total, available } = cash.of(firmAccountId);
    return {
      id: firmAccountId,
      balance: centsToDecimal(total),
      available: centsToDecimal(available),
    };
  });
};

const rateLimitControls = (app: FastifyInstance, rateLimit: RateLimit): void => {
  app.post('/rate-limit', ({ body }) => {
    const { perSecond } = readBy(rateLimitSchema, body, badRequest);
    rateLimit.set(perSecond);
    return rateLimit.figures();
  });
  app.get('/rate-limit', () => rateLimit.figures());
};

const faultControls = (app: FastifyInstance, faults: Faults): void => {
  app.post('/faults', ({ body }) => {
    const order = readBy(faultSchema, body, badRequest);
    try {
      return faults.add(order);
    } catch (error) {
      throw badRequest(error instanceof Error ? error.message : String(error));
    }
  });
  app.get('/faults', () => faults.list());
  app.delete('/faults', () => ({ cleared: faults.clear() }));
};

const badRequest = (message: string) => new Refused(400, message);

/** Answers the journal that says so: a new one for a mirror and a correction. */
const changed = (
  journals: Journals,
  { id, from, to, amountText, description }: Journal,
  wanted: z.output<typeof journalSchema>,
): Journal => {
  const words = 'description' in wanted ? (wanted.description ?? description) : description;
  const executed = { description: words, status: 'executed' };
  switch (wanted.outcome) {
    case 'reverse':
      journals.takeBack(id);
      return journals.table.get(id);
    case 'execute':
    case 'reject':
      journals.decide(id, wanted.outcome);
      return journals.table.get(id);
    case 'mirror':
      return journals.byHand({ from: to, to: from, amountText, ...executed, ...amountIn(wanted) });
    case 'correct':
      journals.takeBack(id, CORRECTED);
      return journals.byHand({ from, to, amountText: wanted.amount, ...executed });
    case 'amount':
      journals.table.setAmount(id, wanted.amount);
      return journals.table.get(id);
    case 'show':
      journals.table.setShown(id, { to: wanted.to, currency: wanted.currency });
      return journals.table.get(id);
  }
};

const amountIn = ({ amount }: { readonly amount?: string | undefined }) =>
  amount === undefined ? {} : { amountText: amount };

const targetOf = (order: Order, qty: string | undefined): Billionths => {
  const target = qty === undefined ? order.quantity : billionthsFromDecimal(qty);
  if (target <= order.filledQuantity || target > order.quantity)
    throw badRequest('qty must be more than is filled, and no more than was asked for');
  return target;
};

type Corrected = Extract<z.output<typeof orderSchema>, { outcome: 'bust' | 'correct' }>;

const tradesOf = (order: Order, { outcome, qty, price, silent }: Corrected): Trades => {
  if (order.filledQuantity === 0n) throw new Refused(409, 'nothing of the order is filled');
  const shown = price ?? orderBody(order).filled_avg_price ?? '0';
  const whole = { silent, price: shown };
  if (outcome === 'correct')
    return {
      ...whole,
      quantity: qty === undefined ? order.filledQuantity : billionthsFromDecimal(qty),
    };
  const broken = qty === undefined ? order.filledQuantity : billionthsFromDecimal(qty);
  if (broken > order.filledQuantity) throw badRequest('qty is more than is filled');
  return { ...whole, quantity: billionths(order.filledQuantity - broken) };
};

const ENDS = { cancel: 'canceled', reject: 'rejected', expire: 'expired' } as const;
