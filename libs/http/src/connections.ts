import type { RequestListener, Server } from 'node:http';
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
 * would occupy its slot forever. Later requests of the same data reach no handler.
 */
export const rejectPipelining = ({ server }: { readonly server: Server }): void => {
  const busy = new WeakSet<Socket>();
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (busy.has(socket)) return void socket.destroy();
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
    for (const handle of handlers) handle(request, response);
  });
};
