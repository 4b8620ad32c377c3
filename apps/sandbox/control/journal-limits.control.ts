import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { centsFromDecimal, centsToDecimal } from '#kernel/money.js';
import type { JournalLimits } from '../broker/journal-limits.js';
import { readBy } from '../http/read.js';
import { badRequest } from '../http/refused.js';

const limit = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal like "50.00", or null for no limit')
  .transform(centsFromDecimal)
  .nullable()
  .default(null);
const limitsSchema = z.strictObject({ perTransaction: limit, perDay: limit });

/** A journal above a limit stays pending until `POST /control/journals/{id}` executes or rejects it. */
export const journalLimitControls = (app: FastifyInstance, limits: JournalLimits): void => {
  app.post('/journal-limits', ({ body }) => {
    limits.set(readBy(limitsSchema, body, badRequest));
    const { perTransaction, perDay } = limits.get();
    return { perTransaction: textOf(perTransaction), perDay: textOf(perDay) };
  });
};

const textOf = (amount: ReturnType<JournalLimits['get']>['perDay']) =>
  amount === null ? null : centsToDecimal(amount);
