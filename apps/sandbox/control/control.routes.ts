import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Broker } from '../broker/broker.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import { sendErrors } from '../http/server.js';
import type { Onboarding } from '../identity/onboarding.js';
import { personSchema } from '../identity/person.js';
import type { Persons } from '../identity/persons.js';
import { WATCH_LIST_STATUSES } from '../identity/webhooks.js';
import type { Store } from '../store/store.js';
import { brokerControls } from './broker.control.js';
import type { Faults } from './faults.js';
import { journalControls } from './journals.control.js';
import { ledgerOf } from './ledger.js';
import { orderControls } from './orders.control.js';

const onboardingSchema = z.strictObject({
  outcome: z.enum(['pass', 'fail', 'review']).optional(),
  person: personSchema.optional(),
});
const identitySchema = z.strictObject({ outcome: z.enum(['pass', 'fail']) });
const watchListSchema = z.strictObject({ status: z.enum(WATCH_LIST_STATUSES).default('fail') });
const faultSchema = z.strictObject({
  side: z.enum(['broker', 'identity']),
  match: z.string(),
  mode: z.string(),
  count: z.number().int().positive().default(1),
});
export type Sandbox = {
  readonly store: Store;
  readonly broker: Broker;
  readonly persons: Persons;
  readonly onboarding: Onboarding;
  readonly faults: Faults;
};

type ById = { readonly Params: { readonly id: string } };

/** Registers the routes under `/control`: actions of users and staff, and injected faults. */
export const controlRoutes = (app: FastifyInstance, sandbox: Sandbox): void => {
  const { store, broker, persons, faults } = sandbox;
  sendErrors(app, 'control');
  app.get('/ledger', () => ledgerOf(broker, persons));
  identityControls(app, sandbox);
  brokerControls(app, store, broker);
  orderControls(app, store, broker);
  journalControls(app, store, broker.journals);
  faultControls(app, faults);
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

  app.post<ById>('/watch-list/:id', ({ params, body }) => {
    const { status } = readBy(watchListSchema, body, badRequest);
    return { userId: params.id, fp_id: onboarding.checkWatchList(params.id, status).id, status };
  });
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
