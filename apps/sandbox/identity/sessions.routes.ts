import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readBy } from '../http/read.js';
import { badRequest } from '../http/refused.js';
import { nanoTime } from '../http/nano-time.js';
import type { Identity, Session } from './onboarding.js';
import { bootstrapSchema } from './person.js';

const externalId = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,256}$/, 'must contain only letters, digits, _, - and .');

const sessionSchema = z.looseObject({
  kind: z.literal('onboard'),
  key: z.string(),
  user_external_id: externalId.optional(),
  allow_reonboard: z.boolean().default(false),
  bootstrap_data: bootstrapSchema.default({}),
});
const validateSchema = z.looseObject({ validation_token: z.string() });

export const sessionRoutes = (
  app: FastifyInstance,
  { persons, onboarding }: Identity,
  playbookKey: string,
): void => {
  app.post('/onboarding/session', (request) => {
    const body = readBy(sessionSchema, request.body, badRequest);
    if (body.key !== playbookKey) throw badRequest('no such playbook');
    const person = persons.resolve(body.user_external_id ?? null);
    return sessionBody(onboarding.begin(person, body.bootstrap_data), request);
  });

  app.post('/onboarding/session/validate', ({ body }) => {
    const { validation_token } = readBy(validateSchema, body, badRequest);
    const session = onboarding.findByValidation(validation_token);
    if (session === null) throw badRequest('the validation token is not valid');
    const person = persons.get(session.personId);
    return {
      user_auth: {
        fp_id: person.id,
        auth_events: [{ kind: 'sms', timestamp: nanoTime(new Date()) }],
      },
      user: {
        fp_id: person.id,
        playbook_key: playbookKey,
        requires_manual_review: person.reviewRequired,
        status: person.status,
      },
    };
  });
};

/** The link contains the token in its fragment, which browsers do not send. */
const sessionBody = ({ id: token, expiresMs }: Session, { protocol, host }: FastifyRequest) => ({
  token,
  link: `${protocol}://${host}/identity/hosted#${token}`,
  expires_at: new Date(expiresMs).toISOString().replace(/:\d{2}\.\d{3}Z$/, '+00:00'),
});
