import { ownValue } from '#kernel/own-value.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { firstUlidOf, isUlid, momentOf } from '../store/ulid.js';
import { badRequest, tooMany } from './broker-error.js';
import type { BrokerEvents, Stream } from './broker-events.js';

const MAX_CONNECTIONS = 25;
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/**
 * Serves events as server-sent events: first the events after the cursor, then live events. Without a
 * cursor, only live events. With an end, the stream ends after that time or id.
 */
export const eventStreamRoutes = (
  app: FastifyInstance,
  events: BrokerEvents,
  heartbeatMs: number,
): void => {
  let connections = 0;
  const serve =
    (stream: Stream, cursorName: string) => (request: FastifyRequest, reply: FastifyReply) => {
      if (connections >= MAX_CONNECTIONS) throw tooMany('Too many requests');
      const range = rangeOf(request.query as Query, cursorName);
      const { end } = range;
      const cursor = end === null ? events.beginningOf(stream, range.cursor) : range.cursor;
      const { raw } = reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache',
      });
      raw.write(':heartbeat\n\n');
      const write = (text: string, id: string) => {
        if (end !== null && id > end) return;
        raw.write(`data: ${text}\n\n`);
        // A slow reader must reconnect with its cursor.
        if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
      };
      // An await between replay and listen could lose an event, or send it twice.
      if (cursor !== null) for (const { text, id } of events.after(stream, cursor)) write(text, id);
      const stop = events.listen(stream, write, () => raw.end());
      const heartbeat = setInterval(() => raw.write(':heartbeat\n\n'), heartbeatMs);
      const endTimer =
        end === null
          ? undefined
          : setTimeout(() => raw.end(), Math.max(0, momentOf(end) - Date.now()));
      connections += 1;
      raw.on('close', () => {
        stop();
        clearInterval(heartbeat);
        clearTimeout(endTimer);
        connections -= 1;
      });
    };
  app.get('/v1/events/accounts/status', serve('accounts', 'since_ulid'));
  app.get('/v2/events/journals/status', serve('journals', 'since_id'));
  app.get('/v2/events/trades', serve('trades', 'since_id'));
};

type Query = Readonly<Record<string, unknown>>;

const rangeOf = (query: Query, since: string) => {
  const until = since.replace('since', 'until');
  const [cursor, end] = [ulidIn(query, since), ulidIn(query, until)];
  const [from, to] = [momentIn(query, 'since'), momentIn(query, 'until')];
  if (end !== null && cursor === null) throw badRequest(`${since} is required with ${until}`);
  if (to !== null && from === null) throw badRequest('since is required with until');
  if (cursor !== null && from !== null) throw badRequest(`since and ${since} exclude each other`);
  return { cursor: cursor ?? from, end: end ?? to };
};

const ulidIn = (query: Query, name: string): string | null => {
  const cursor = ownValue(query, name);
  if (cursor === undefined) return null;
  if (typeof cursor === 'string' && isUlid(cursor)) return cursor;
  throw badRequest(`${name} is not a valid ULID`);
};

const momentIn = (query: Query, name: string): string | null => {
  const text = ownValue(query, name);
  if (text === undefined) return null;
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) throw badRequest(`${name} is not a date`);
  return firstUlidOf(at);
};
