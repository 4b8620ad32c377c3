import { z } from 'zod';

/** Settings of an account. Omitted ones have the broker's default. */
export const configurationsSchema = z.object({
  max_margin_multiplier: z.enum(['1', '2'], 'must be 1 or 2').optional(),
  no_shorting: z.boolean('must be true or false').optional(),
  trade_confirm_email: z.enum(['all', 'none'], 'must be all or none').optional(),
});

export type Configurations = z.output<typeof configurationsSchema>;

export const DEFAULTS: Required<Configurations> = {
  max_margin_multiplier: '2',
  no_shorting: false,
  trade_confirm_email: 'all',
};
