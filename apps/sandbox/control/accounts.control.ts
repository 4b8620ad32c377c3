import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BLOCKS } from '../broker/account.rules.js';
import type { Accounts } from '../broker/accounts.js';
import { readBy } from '../http/read.js';
import { Refused } from '../http/refused.js';

const accountSchema = z.strictObject({
  /** A word of the broker, or of none. */
  status: z.string().min(1).optional(),
  reason: z.string().max(1_024).nullable().optional(),
  /** All that hold it from now on. */
  blocks: z.array(z.enum(BLOCKS)).optional(),
  /** What it says of itself when it is asked about by its id; left out: the truth. */
  shown: z
    .strictObject({ id: z.string().min(1).optional(), email: z.string().min(1).optional() })
    .optional(),
  /** No event tells of it. */
  silent: z.boolean().default(false),
});

const emailSchema = z.strictObject({
  email: z.string().min(1),
  status: z.union([z.literal(409), z.literal(422)]).default(409),
});

const refuse = (message: string) => new Refused(400, message);

/** What the broker's people do to an account, and who else has users there. */
export const accountControls = (app: FastifyInstance, accounts: Accounts): void => {
  app.post<{ Params: { readonly id: string } }>('/accounts/:id', ({ params, body }) => {
    const changed = accounts.change(params.id, readBy(accountSchema, body, refuse));
    if (changed === null) throw new Refused(404, 'no such account');
    const { id, number: accountNumber, status, reason, blocks } = changed;
    return { id, accountNumber, status, reason, blocks };
  });

  app.post('/emails', ({ body }) => {
    const { email, status } = readBy(emailSchema, body, refuse);
    accounts.knowElsewhere(email, status);
    return { email, status };
  });
};
