import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { connectionsRefused } from '#kernel/metrics.js';

/** Open connections of a process. Each needs memory and a file descriptor. */
const CONNECTIONS_MAX = 4_000;
/** Interval at which refused connections are logged. */
const CONNECTIONS_LOG_PAUSE_MS = 10_000;

/** Refuses connections beyond the limit, counts them and logs that it happens. */
export const limitConnections = (
  { server, log }: Pick<FastifyInstance, 'log'> & { readonly server: Server },
  max = CONNECTIONS_MAX,
): void => {
  let loggedMs = -Infinity;
  server.maxConnections = max;
  server.on('drop', () => {
    connectionsRefused.inc();
    const nowMs = performance.now();
    if (nowMs - loggedMs < CONNECTIONS_LOG_PAUSE_MS) return;
    loggedMs = nowMs;
    log.warn({ connections: max }, 'refused connections');
  });
};

/**
 * Closes a connection that sends a request before the response to the last one. Browsers and our
 * clients never do. Node emits no event for such a request if its connection breaks, so the request
 * would occupy its slot forever.
 */
export const rejectPipelining = (fastify: FastifyInstance): void => {
  const busy = new WeakSet<Socket>();
  fastify.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (busy.has(socket)) {
      reply.hijack();
      socket.destroy();
      return;
    }
    busy.add(socket);
    reply.raw.once('close', () => busy.delete(socket));
    done();
  });
};
