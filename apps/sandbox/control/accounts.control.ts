import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BLOCKS } from '../broker/account.rules.js';
import type { Broker } from '../broker/broker.js';
import { configurationsSchema } from '../broker/configuration.rules.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';

const accountSchema = z.strictObject({
  /** A status of the broker, or an unknown one. */
  status: z.string().min(1).optional(),
  reason: z.string().max(1_024).nullable().optional(),
  /** All blocks of the account from now on. */
  blocks: z.array(z.enum(BLOCKS)).optional(),
  /** Wrong fields to return for a lookup by id. Default: the real values. */
  shown: z
    .strictObject({ id: z.string().min(1).optional(), email: z.string().min(1).optional() })
    .optional(),
  /** Settings to change, such as margin. */
  configurations: configurationsSchema.optional(),
  /** Whether the change has no event. */
  silent: z.boolean().default(false),
});

const emailSchema = z.strictObject({
  email: z.string().min(1),
  status: z.union([z.literal(409), z.literal(422)]).default(409),
});

/** Changes an account as the broker's staff would, and adds addresses of other firms' users. */
export const accountControls = (
  app: FastifyInstance,
  { accounts, configurations }: Broker,
): void => {
  app.post<{ Params: { readonly id: string } }>('/accounts/:id', ({ params, body }) => {
    const { configurations: settings, ...change } = readBy(accountSchema, body, badRequest);
    const changed = accounts.change(params.id, change);
    if (changed === null) throw new Refused(404, 'no such account');
    const { id, number: accountNumber, status, reason, blocks } = changed;
    if (settings !== undefined) configurations.change(id, settings);
    return { id, accountNumber, status, reason, blocks, configurations: configurations.of(id) };
  });

  app.post('/emails', ({ body }) => {
    const { email, status } = readBy(emailSchema, body, badRequest);
    accounts.knowElsewhere(email, status);
    return { email, status };
  });
};
