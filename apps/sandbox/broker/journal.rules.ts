import { z } from 'zod';
import { type Cents, centsFromDecimal } from '#kernel/money.js';

const amountText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal with up to two places'))
  .transform(centsFromDecimal)
  .refine((amount) => amount > 0n, 'must be greater than 0');

export const journalSchema = z.looseObject({
  entry_type: z.literal('JNLC', 'must be JNLC: the sandbox does not journal securities'),
  from_account: z.string(),
  to_account: z.string(),
  amount: amountText,
  description: z.string().max(1_024, 'must be no more than 1024 characters').default(''),
});

export type JournalRequest = z.output<typeof journalSchema>;

/**
 * Status of a reversed credit. The other final statuses mean that the money moved, or that another
 * journal replaces this one.
 */
export const REVERSED_CREDIT: string = 'canceled';
/** Status of a journal that another journal with the right amount replaces. */
export const CORRECTED = 'correct';

export type JournalCourse = 'executed' | 'rejected' | 'executed-then-reversed';

/** Returns the course, which the cents of the amount select. */
export const courseOf = (amount: Cents): JournalCourse => {
  switch (amount % 100n) {
    case 13n:
      return 'rejected';
    case 17n:
      return 'executed-then-reversed';
    default:
      return 'executed';
  }
};
