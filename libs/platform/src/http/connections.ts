import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { InLine, Line } from '../core/line.js';
import type { Logger } from '../core/logger.js';
import {
  CONNECTIONS_CHECK_MS,
  CONNECTIONS_TOLD_MS,
  LINGER_MS,
  WRITE_TIMEOUT_MS,
} from '../core/timing.js';
import { connectionsRefused } from '../signals/metrics.js';
import { clientNetwork, shortenedAddress } from './client-network.js';
import { CountedRequest, cut } from './crumbs.js';

type Answer = Parameters<RequestListener>[1];
type Waiting = readonly [IncomingMessage, Answer];

const CONNECTION = Symbol('connection');
/** Kept on the socket itself: maps with weak keys gave the garbage collector a third more to do. */
type Kept = Socket & { [CONNECTION]?: Connection };

class Connection extends InLine<Connection> {
  /** Those behind the request that is being answered; null while none is. */
  waiting: Waiting[] | null = null;

  constructor(readonly socket: Socket) {
    super();
  }
}

const connectionOf = (socket: Kept): Connection => (socket[CONNECTION] ??= new Connection(socket));

/** What tells of a connection over which requests can come. */
const secured = (server: Server) =>
  server instanceof TlsServer ? 'secureConnection' : 'connection';

/** A browser sends none before the last one was answered, and no client of ours does. */
const PIPELINED_MAX = 4;

/**
 * Answers one request of a connection after the other, so that no more than one answer waits for a
 * reader who does not read. A connection that sends more than a few ahead is cut: what came over it
 * and was not begun never happened. So is one that still sends the body of a request some time
 * after it was answered; at once, its answer would be lost with it. Answers the connections that are
 * without a request, the one first that has been so for longest.
 */
export const limitPipelining = (server: Server, lingerMs = LINGER_MS): Line<Connection> => {
  const [handle] = server.listeners('request') as RequestListener[];
  if (handle === undefined) throw new Error('There is nobody to handle requests');
  const idle = new Line<Connection>();
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
  if (request instanceof CountedRequest) request.throwAway();
  const timer = setTimeout(() => request.socket.destroy(), ms).unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear).once('close', clear);
};

/**
 * How many connections may be open. Each costs memory and a file of the process, and 40 µs of its time
 * when it ends: where all of them are reset at once, everybody else waits for as long as that takes.
 */
const CONNECTIONS = { all: 4_000, network: 1_000 };
/** Of them, how many may be without their TLS yet, which takes an honest one a moment. */
const HANDSHAKES_MAX = 1_000;

/**
 * Cuts connections beyond a number, in all and of one network, so that nobody holds all of them.
 * `idle`: those without a request, from `limitPipelining`.
 * `isBehindProxy`: then all come from it, and it is for the proxy to tell its callers apart.
 */
export const limitConnections = (
  server: Server,
  idle: Line<Connection>,
  { logger, isBehindProxy }: { readonly logger: Logger; readonly isBehindProxy: boolean },
  limits = CONNECTIONS,
): void => {
  const open = new Map<string, number>();
  let toldMs = -Infinity;
  const refused = (address: string, limit: keyof typeof CONNECTIONS) => {
    connectionsRefused.inc({ limit });
    const nowMs = performance.now();
    if (nowMs - toldMs < CONNECTIONS_TOLD_MS) return;
    toldMs = nowMs;
    const client = shortenedAddress(address);
    logger.warn({ client, limit, connections: limits[limit] }, 'Connections are refused');
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
 * Beyond `max` connections, the one is cut that has been without a request for longest, so that who
 * has something to ask gets in. A few more may be open while none is without one.
 */
const makeRoom = (
  server: Server,
  idle: Line<Connection>,
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

/** Beyond a number, the connection is cut that has been without its TLS for longest. */
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

/** Cuts connections that take nothing more of their answer. */
export const endDeafReaders = (
  server: Server,
  { timeoutMs, lookMs } = { timeoutMs: WRITE_TIMEOUT_MS, lookMs: CONNECTIONS_CHECK_MS },
): void => {
  const open = new Set<Socket>();
  const look = () => {
    for (const socket of open)
      // Node times only progress from now on, and sets another time-out after the answer.
      if (socket.writableLength > 0 && socket.timeout !== timeoutMs) socket.setTimeout(timeoutMs);
  };
  const timer = setInterval(look, lookMs).unref();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.once('close', () => clearInterval(timer));
};
