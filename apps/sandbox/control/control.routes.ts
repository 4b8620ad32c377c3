import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import type { Broker } from '../broker/broker.js';
import type { RateLimit } from '../broker/rate-limit.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import { answerErrors } from '../http/server.js';
import type { Onboarding } from '../identity/onboarding.js';
import { personSchema } from '../identity/person.js';
import type { Persons } from '../identity/persons.js';
import { WATCH_LIST_STATUSES } from '../identity/webhooks.js';
import type { Store } from '../store/store.js';
import { accountControls } from './accounts.control.js';
import type { Faults } from './faults.js';
import { eventStreamControls } from './event-streams.control.js';
import { journalLimitControls } from './journal-limits.control.js';
import { journalControls } from './journals.control.js';
import { ledgerOf } from './ledger.js';
import { marketControls } from './market.control.js';
import { orderControls } from './orders.control.js';

const onboardingSchema = z.strictObject({
  outcome: z.enum(['pass', 'fail', 'review']).optional(),
  person: personSchema.optional(),
});
const identitySchema = z.strictObject({ outcome: z.enum(['pass', 'fail']) });
const watchListSchema = z.strictObject({ status: z.enum(WATCH_LIST_STATUSES).default('fail') });
const fieldErrorSchema = z.strictObject({
  side: z.enum(['broker', 'identity']),
  match: z.string(),
  mode: z.string(),
  count: z.number().int().positive().default(1),
});
const firmSchema = z.strictObject({
  add: z.string().regex(/^-?\d{1,13}(\.\d{1,2})?$/, 'must be a decimal like "1000.00"'),
});
const rateLimitSchema = z.strictObject({
  /** Requests per second of the whole integration. Null: no limit. */
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

/** Everything under `/control`: actions of users and reviewers, and injected faults. */
export const controlRoutes = (app: FastifyInstance, sandbox: Sandbox): void => {
  answerErrors(app, 'control');
  identityControls(app, sandbox);
  watchListControls(app, sandbox);
  brokerControls(app, sandbox);
  orderControls(app, sandbox.store, sandbox.broker);
  journalControls(app, sandbox.store, sandbox.broker.journals);
  journalLimitControls(app, sandbox.broker.journals.limits);
  eventStreamControls(app, sandbox.broker.events);
  accountControls(app, sandbox.broker);
  marketControls(app, sandbox.store, sandbox.broker);
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

const watchListControls = (app: FastifyInstance, { onboarding }: Sandbox): void => {
  app.post<ById>('/watch-list/:id', ({ params, body }) => {
    const { status } = readBy(watchListSchema, body, badRequest);
    return { userId: params.id, fp_id: onboarding.checkWatchList(params.id, status).id, status };
  });
};

const brokerControls = (app: FastifyInstance, { broker, persons }: Sandbox): void => {
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
    const order = readBy(fieldErrorSchema, body, badRequest);
    try {
      return faults.add(order);
    } catch (error) {
      throw badRequest(error instanceof Error ? error.message : String(error));
    }
  });
  app.get('/faults', () => faults.list());
  app.delete('/faults', () => ({ cleared: faults.clear() }));
};
