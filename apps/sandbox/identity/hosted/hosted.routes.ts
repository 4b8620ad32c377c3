import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readBy } from '../../http/read.js';
import { badRequest } from '../../http/refused.js';
import type { Identity } from '../onboarding.js';
import { personSchema } from '../person.js';
import { HOSTED_PAGE, HOSTED_PAGE_POLICY } from './page.js';

const tokenSchema = z.strictObject({ token: z.string() });
const completeSchema = z.strictObject({
  token: z.string(),
  outcome: z.enum(['pass', 'fail', 'review']).optional(),
  person: personSchema.default({}),
});

/** Serves the page of a session's link. The token authenticates its calls. */
export const hostedRoutes = (app: FastifyInstance, { persons, onboarding }: Identity): void => {
  app.get('/hosted', async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': HOSTED_PAGE_POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(HOSTED_PAGE),
  );

  app.post('/hosted/session', ({ body }) => {
    const session = onboarding.find(readBy(tokenSchema, body, badRequest).token);
    if (session.validationToken === null)
      return {
        completed: false,
        known: { ...persons.vault(session.personId), ...session.bootstrap },
      };
    const { status, reviewRequired } = persons.get(session.personId);
    return { completed: true, status, requires_manual_review: reviewRequired };
  });

  app.post('/hosted/complete', ({ body }) => {
    const { token, outcome = null, person } = readBy(completeSchema, body, badRequest);
    const completed = onboarding.complete(token, outcome, person);
    return {
      validation_token: completed.validationToken,
      status: completed.person.status,
      requires_manual_review: completed.person.reviewRequired,
    };
  });
};
