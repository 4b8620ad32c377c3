import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import { nanoTime } from '../http/nano-time.js';
import type { Identity } from './identity.js';
import type { Session } from './onboarding.js';
import { bootstrapSchema } from './person.js';

const externalId = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,256}$/, 'may hold letters, digits, _, - and . only');

const sessionSchema = z.looseObject({
  kind: z.literal('onboard'),
  key: z.string(),
  user_external_id: externalId.optional(),
  allow_reonboard: z.boolean().default(false),
  bootstrap_data: bootstrapSchema.default({}),
});
const tokenSchema = z.looseObject({
  kind: z.enum(['onboard', 'inherit', 'update_auth_methods']),
  key: z.string().optional(),
});
const validateSchema = z.looseObject({ validation_token: z.string() });

type ById = { readonly Params: { readonly id: string } };

export const sessionRoutes = (
  app: FastifyInstance,
  { persons, onboarding }: Identity,
  playbookKey: string,
): void => {
  const checkPlaybook = (key: string) => {
    if (key !== playbookKey) throw new Refused(400, 'no such playbook');
  };

  app.post('/onboarding/session', (request) => {
    const body = readBy(sessionSchema, request.body, badRequest);
    checkPlaybook(body.key);
    const person = persons.resolve(body.user_external_id ?? null);
    return sessionBody(onboarding.begin(person, body.bootstrap_data), request);
  });

  app.post<ById>('/users/:id/token', (request) => {
    const { key } = readBy(tokenSchema, request.body, badRequest);
    if (key !== undefined) checkPlaybook(key);
    const person = persons.find(request.params.id);
    if (person === null) throw new Refused(404, 'no such user');
    return sessionBody(onboarding.begin(person, {}), request);
  });

  app.post('/onboarding/session/validate', ({ body }) => {
    const { validation_token } = readBy(validateSchema, body, badRequest);
    const session = onboarding.findByValidation(validation_token);
    if (session === null) throw new Refused(400, 'the validation token is not valid');
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
