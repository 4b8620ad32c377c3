import { z } from 'zod';
import { type Cents, centsFromDecimal } from '#kernel/money.js';

const amountText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'must be a decimal with up to two places'))
  .transform(centsFromDecimal)
  .refine((amount) => amount > 0n, 'must be greater than 0');

export const journalSchema = z.looseObject({
  entry_type: z.literal('JNLC', 'must be JNLC, no securities are journaled here'),
  from_account: z.string(),
  to_account: z.string(),
  amount: amountText,
  description: z.string().max(1_024, 'must be no more than 1024 characters').default(''),
});

export type JournalRequest = z.output<typeof journalSchema>;

/**
 * Status of a reversed credit. Among the broker's final statuses, only `canceled` means that the money did
 * not move and that another journal does not replace it.
 */
export const REVERSED_CREDIT: string = 'canceled';
/** Another journal has the right amount. */
export const CORRECTED = 'correct';

export type JournalCourse = 'executed' | 'rejected' | 'executed-then-taken-back';

/** The cents of the amount determine the course. */
export const courseOf = (amount: Cents): JournalCourse => {
  switch (amount % 100n) {
    case 13n:
      return 'rejected';
    case 17n:
      return 'executed-then-taken-back';
    default:
      return 'executed';
  }
};
