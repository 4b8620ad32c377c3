import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = {
  userId: z.string(),
  partnerId: z.string(),
  /** The broker's id. */
  accountId: z.string(),
  at: z.string(),
};

const schemas = {
  /** An operator requested an account without margin and short sales. */
  AccountConfigurationRequested: z.object(about),
  /** Intent record: the worker is about to configure the account. */
  AccountConfigurationStarted: z.object({ ...about, attempt: z.int() }),
  /** The broker rejected the send for its rate limit and did nothing. The worker sends it again. */
  AccountConfigurationThrottled: z.object({ ...about, attempt: z.int() }),
  /** The broker has the configuration. */
  AccountConfigured: z.object(about),
  /** The broker rejected the configuration, for example of a closed account. */
  AccountConfigurationRejected: z.object({ ...about, reason: z.string() }),
};

export type AccountConfigurationEvent = EventOf<typeof schemas>;
export const parseAccountConfigurationEvent = parserOf('accountConfiguration', schemas);
