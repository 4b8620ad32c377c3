import { ownValue } from '#kernel/own-value.js';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import type { Identity } from './onboarding.js';
import { personSchema, vaultSchema } from './person.js';
import type { Person } from './persons.js';

const decryptSchema = z.looseObject({
  fields: z.array(z.string()).min(1, 'must name at least one field'),
  reason: z.string().min(1, 'is required'),
});
const kycSchema = z.looseObject({
  key: z.string(),
  allow_reonboard: z.boolean().default(true),
  fixture_result: z.enum(['pass', 'fail', 'manual_review']).optional(),
});

type ById = { readonly Params: { readonly id: string } };

export const userRoutes = (
  app: FastifyInstance,
  { persons, onboarding }: Identity,
  playbookKey: string,
): void => {
  const existing = (id: string): Person => {
    const person = persons.find(id);
    if (person === null) throw new Refused(404, 'no such user');
    return person;
  };

  app.post('/users', ({ headers, body }) => {
    const externalId = headers['x-external-id'];
    if (typeof externalId !== 'string') {
      const person = persons.resolve(null);
      persons.saveFields(person.id, readBy(personSchema, body, badRequest));
      return { id: person.id };
    }
    if (!/^[A-Za-z0-9_.-]{1,256}$/.test(externalId))
      throw badRequest('x-external-id must contain only letters, digits, _, - and .');
    if (body !== undefined && body !== null)
      throw badRequest('with x-external-id the body must be empty');
    return { id: persons.resolve(externalId).id };
  });

  app.get<ById>('/users/:id', ({ params }) => {
    const person = existing(params.id);
    return {
      id: person.id,
      external_id: person.externalId,
      status: person.status,
      requires_manual_review: person.reviewRequired,
    };
  });

  app.patch<ById>('/users/:id/vault', ({ params, body }) => {
    persons.saveFields(existing(params.id).id, readBy(vaultSchema, body, badRequest));
    return {};
  });

  app.post<ById>('/users/:id/vault/decrypt', ({ params, body }) => {
    const { fields } = readBy(decryptSchema, body, badRequest);
    const vault = persons.fields(existing(params.id).id, fields);
    return Object.fromEntries(fields.map((field) => [field, ownValue(vault, field) ?? null]));
  });

  app.post<ById>('/users/:id/kyc', ({ params, body }) => {
    const { key, allow_reonboard, fixture_result } = readBy(kycSchema, body, badRequest);
    if (key !== playbookKey) throw badRequest('no such playbook');
    const outcome = fixture_result === 'manual_review' ? 'review' : (fixture_result ?? null);
    const person = onboarding.verify(existing(params.id).id, outcome, allow_reonboard);
    return {
      fp_id: person.id,
      playbook_key: key,
      status: person.status,
      requires_manual_review: person.reviewRequired,
    };
  });
};
