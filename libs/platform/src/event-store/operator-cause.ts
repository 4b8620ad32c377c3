import { randomUUID } from 'node:crypto';
import type { Cause } from './event-store.js';

/** Who does something by hand, as events name it, and in which request, if it was one. */
export type Operator = { readonly actor: string; readonly requestId?: string };

const COMMAND_LINE: Operator = { actor: 'operator:command-line' };

/** The cause of what an operator does by hand. */
export const operatorCause = (partnerId: string, by = COMMAND_LINE): Cause => {
  const commandId = by.requestId ?? randomUUID();
  return { partnerId, correlationId: commandId, causationId: commandId, actor: by.actor };
};
