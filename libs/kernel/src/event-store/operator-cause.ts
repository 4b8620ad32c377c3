import { randomUUID } from 'node:crypto';
import type { Cause } from './event-store.js';

/** Author of a manual action. `requestId` is missing for the command line. */
export type Operator = { readonly actor: string; readonly requestId?: string };

export const COMMAND_LINE: Operator = { actor: 'operator:command-line' };

export const operatorCause = (partnerId: string, by = COMMAND_LINE): Cause => {
  const commandId = by.requestId ?? randomUUID();
  return { partnerId, correlationId: commandId, causationId: commandId, actor: by.actor };
};
