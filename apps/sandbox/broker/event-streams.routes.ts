import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUlid } from '../store/ulid.js';
import { badRequest, tooMany } from './broker-error.js';
import type { BrokerEvents, Stream } from './broker-events.js';

const MAX_CONNECTIONS = 25;
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/** Server-sent events: replay from the cursor, exclusive, then live; without a cursor live only. */
export const eventStreamRoutes = (
  app: FastifyInstance,
  events: BrokerEvents,
  heartbeatMs: number,
): void => {
  let connections = 0;
  const serve =
    (stream: Stream, cursorName: string) => (request: FastifyRequest, reply: FastifyReply) => {
      if (connections >= MAX_CONNECTIONS) throw tooMany('Too many requests');
      const cursor = events.beginningOf(stream, cursorOf(request, cursorName));
      const { raw } = reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
      });
      raw.write(':heartbeat\n\n');
      const write = (text: string) => {
        raw.write(`data: ${text}\n\n`);
        // A reader this slow starts again from its cursor.
        if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
      };
      // No await between the two: an event in between would be lost or doubled.
      if (cursor !== null) for (const text of events.after(stream, cursor)) write(text);
      const stop = events.listen(stream, write, () => raw.end());
      const heart = setInterval(() => raw.write(':heartbeat\n\n'), heartbeatMs);
      connections += 1;
      raw.on('close', () => {
        stop();
        clearInterval(heart);
        connections -= 1;
      });
    };
  app.get('/v1/events/accounts/status', serve('accounts', 'since_ulid'));
  app.get('/v2/events/journals/status', serve('journals', 'since_id'));
  app.get('/v2/events/trades', serve('trades', 'since_id'));
};

const cursorOf = (request: FastifyRequest, name: string): string | null => {
  const cursor = (request.query as Record<string, unknown>)[name];
  if (cursor === undefined) return null;
  if (typeof cursor === 'string' && isUlid(cursor)) return cursor;
  throw badRequest(`${name} is not a valid ULID`);
};
