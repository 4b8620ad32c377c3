import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { ListNode, IntrusiveList } from '#kernel/concurrency/intrusive-list.js';
import type { Logger } from '#kernel/logger.js';
import { connectionsRefused } from '#kernel/metrics.js';
import { clientNetwork, shortenedAddress } from './client-network.js';
import { ChunkCountingRequest, cut } from './tiny-chunks.js';
import { CONNECTIONS_CHECK_MS } from './timing.js';

/** Time without write progress after which a response and its connection are dropped. */
export const WRITE_TIMEOUT_MS = 30_000;
/** Time for a client that still sends a body to read the response. */
const LINGER_MS = 5_000;
/** Interval at which refused connections are logged. */
const CONNECTIONS_LOG_PAUSE_MS = 10_000;

type Answer = Parameters<RequestListener>[1];
type Waiting = readonly [IncomingMessage, Answer];

const CONNECTION = Symbol('connection');
/** Stored on the socket: weak maps increased garbage collection by a third. */
type Kept = Socket & { [CONNECTION]?: Connection };

class Connection extends ListNode<Connection> {
  /** Requests behind the current one; null while the connection is idle. */
  waiting: Waiting[] | null = null;

  constructor(readonly socket: Socket) {
    super();
  }
}

const connectionOf = (socket: Kept): Connection => (socket[CONNECTION] ??= new Connection(socket));

/** Event of a connection that is ready for requests. */
const secured = (server: Server) =>
  server instanceof TlsServer ? 'secureConnection' : 'connection';

/** Browsers and our own clients do not pipeline requests. */
const PIPELINED_MAX = 4;

/**
 * Handles the requests of a connection one after the other, so that at most one response waits for
 * a slow reader. Closes a connection that pipelines too many requests and drops its queued
 * requests. Closes a connection that keeps sending a body some time after the response. Closing at
 * once would lose the response. Returns the idle connections, longest idle first.
 */
export const limitPipelining = (
  server: Server,
  lingerMs = LINGER_MS,
): IntrusiveList<Connection> => {
  const [handle] = server.listeners('request') as RequestListener[];
  if (handle === undefined) throw new Error('the server lacks a request handler');
  const idle = new IntrusiveList<Connection>();
  const begin = (request: IncomingMessage, response: Answer) => {
    response.on('close', next);
    handle(request, response);
  };
  function next(this: Answer) {
    const connection = connectionOf(this.req.socket);
    if (!this.req.complete) linger(this.req, lingerMs);
    const waiting = connection.waiting?.shift();
    if (waiting === undefined) connection.waiting = null;
    if (connection.socket.destroyed) return;
    if (waiting === undefined) idle.enter(connection);
    else begin(...waiting);
  }
  server.on(secured(server), (socket: Socket) => {
    const connection = connectionOf(socket);
    idle.enter(connection);
    socket.once('close', () => idle.leave(connection));
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: Answer) => {
    const connection = connectionOf(request.socket);
    if (connection.socket.destroyed) return;
    if (connection.waiting === null) {
      connection.waiting = [];
      idle.leave(connection);
      begin(request, response);
    } else if (connection.waiting.push([request, response]) >= PIPELINED_MAX)
      cut(connection.socket);
  });
  return idle;
};

const linger = (request: IncomingMessage, ms: number): void => {
  if (request instanceof ChunkCountingRequest) request.throwAway();
  const timer = setTimeout(() => request.socket.destroy(), ms).unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear).once('close', clear);
};

/**
 * Limits of open connections. Each needs memory, a file descriptor, and 40 µs of CPU time when it
 * ends. If all are reset at once, other callers wait for that time.
 */
const CONNECTIONS = { all: 4_000, network: 1_000 };
/**
 * Connections that may be without a completed TLS handshake. A handshake normally takes a moment.
 */
const HANDSHAKES_MAX = 1_000;

/**
 * Closes connections beyond the limits, in total and per network, so that one network cannot use
 * all of them. `idle`: result of `limitPipelining`. `isBehindProxy`: skips the limit per network,
 * because all connections come from the proxy.
 */
export const limitConnections = (
  server: Server,
  idle: IntrusiveList<Connection>,
  { logger, isBehindProxy }: { readonly logger: Logger; readonly isBehindProxy: boolean },
  limits = CONNECTIONS,
): void => {
  const open = new Map<string, number>();
  let loggedMs = -Infinity;
  const refused = (address: string, limit: keyof typeof CONNECTIONS) => {
    connectionsRefused.inc({ limit });
    const nowMs = performance.now();
    if (nowMs - loggedMs < CONNECTIONS_LOG_PAUSE_MS) return;
    loggedMs = nowMs;
    const client = shortenedAddress(address);
    logger.warn({ client, limit, connections: limits[limit] }, 'refused connections');
  };
  makeRoom(server, idle, limits.all, (address) => refused(address, 'all'));
  if (isBehindProxy) return;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const network = clientNetwork(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count <= limits.network) return;
    refused(address, 'network');
    socket.destroy();
  });
};

/**
 * Beyond `max` connections, closes the longest idle one, so that callers with requests can connect.
 * A few more may be open while every connection is busy.
 */
const makeRoom = (
  server: Server,
  idle: IntrusiveList<Connection>,
  max: number,
  tell: (address: string) => void,
): void => {
  let count = 0;
  server.maxConnections = max + CONNECTIONS.network + HANDSHAKES_MAX;
  server.on('drop', (dropped?: DropArgument) => tell(dropped?.remoteAddress ?? ''));
  server.on(secured(server), (socket: Socket) => {
    count++;
    socket.once('close', () => count--);
    const longest = idle.first?.socket;
    if (count <= max || longest === undefined) return;
    tell(socket.remoteAddress ?? '');
    longest.destroy();
  });
};

/** Beyond `max`, closes the connection that has waited longest for its TLS handshake. */
export const limitHandshakes = (server: Server, max = HANDSHAKES_MAX): void => {
  const begun = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const caller = callerOf(socket);
    begun.set(caller, socket);
    socket.once('close', () => begun.delete(caller));
    const [longest] = begun.values();
    if (begun.size > max) longest?.destroy();
  });
  server.on('secureConnection', (socket: Socket) => begun.delete(callerOf(socket)));
};

const callerOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;

/** Closes connections whose client stopped reading the response. */
export const endDeafReaders = (
  server: Server,
  { timeoutMs, lookMs } = { timeoutMs: WRITE_TIMEOUT_MS, lookMs: CONNECTIONS_CHECK_MS },
): void => {
  const open = new Set<Socket>();
  const look = () => {
    for (const socket of open)
      // Node measures progress only from now on, and sets another timeout after the response.
      if (socket.writableLength > 0 && socket.timeout !== timeoutMs) socket.setTimeout(timeoutMs);
  };
  const timer = setInterval(look, lookMs).unref();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.once('close', () => clearInterval(timer));
};
