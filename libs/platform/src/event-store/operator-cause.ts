import { randomUUID } from 'node:crypto';
import type { Cause } from './event-store.js';

/** The cause of what an operator does by hand. */
export const operatorCause = (partnerId: string, actor = 'operator:command-line'): Cause => {
  const commandId = randomUUID();
  return { partnerId, correlationId: commandId, causationId: commandId, actor };
};
