import { randomUUID } from 'node:crypto';
import type { Cause } from './event-store.js';

/** Author of a manual action, as events name the author, with the request if there was one. */
export type Operator = { readonly actor: string; readonly requestId?: string };

/** The operator of a command on the command line. */
export const COMMAND_LINE: Operator = { actor: 'operator:command-line' };

/** Returns the cause of an operator's action. */
export const operatorCause = (partnerId: string, by = COMMAND_LINE): Cause => {
  const commandId = by.requestId ?? randomUUID();
  return { partnerId, correlationId: commandId, causationId: commandId, actor: by.actor };
};
