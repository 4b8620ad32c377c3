import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BrokerEvents } from '../broker/broker-events.js';
import { readBy } from '../http/read.js';
import { Refused } from '../http/refused.js';

const eventsSchema = z.strictObject({ outcome: z.enum(['replay', 'restart-ids']) });

/**
 * What streams do at times after a disconnection: `replay` begins with all that ever was, whatever
 * the cursor; `restart-ids` gives every event a new id, below all cursors from before.
 */
export const eventStreamControls = (app: FastifyInstance, events: BrokerEvents): void => {
  app.post('/events', ({ body }) => {
    const refuse = (message: string) => new Refused(400, message);
    const { outcome } = readBy(eventsSchema, body, refuse);
    return { outcome, events: outcome === 'replay' ? events.replay() : events.restartIds() };
  });
};
