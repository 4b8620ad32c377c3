import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BrokerEvents } from '../broker/broker-events.js';
import { readBy } from '../http/read.js';
import { badRequest } from '../http/refused.js';

const eventsSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.enum(['replay', 'restart-ids']) }),
  z.strictObject({
    outcome: z.literal('spoil'),
    stream: z.enum(['accounts', 'journals', 'trades']),
    /** Sent unchanged, even if invalid. */
    data: z.string().regex(/^[^\r\n]*$/, 'must be one line'),
  }),
]);

/**
 * Changes of event streams. `replay` ends the connections, and the next ones start at the first event.
 * `restart-ids` gives every event a new id below all earlier cursors. `spoil` sends an unreadable
 * event, now and in every replay. GET counts the connections.
 */
export const eventStreamControls = (app: FastifyInstance, events: BrokerEvents): void => {
  app.get('/events', () => ({ connections: events.connections }));
  app.post('/events', ({ body }) => {
    const wanted = readBy(eventsSchema, body, badRequest);
    const { outcome } = wanted;
    if (wanted.outcome === 'spoil') {
      events.spoil(wanted.stream, wanted.data);
      return { outcome, events: 1 };
    }
    return { outcome, events: outcome === 'replay' ? events.replay() : events.restartIds() };
  });
};
