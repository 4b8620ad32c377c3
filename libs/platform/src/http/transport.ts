import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Slices } from '../core/slices.js';
import {
  CONNECTIONS_CHECK_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
} from '../core/timing.js';
import { CountedRequest } from './crumbs.js';
import { PROBLEM_TYPE, problemText } from './problem.js';
import { type Problem, malformedRequest } from './problem-of.js';

/** Longer than any header line may be, so that every id reaches its handler and is a 404 there. */
const PARAM_CHARACTERS_MAX = 16 * 1024;

/** How long and how large a request may be before anything of it is looked at. */
export const transportOptions = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  // The hook of `Closing` answers instead, with a problem document.
  return503OnClosing: false,
  routerOptions: { maxParamLength: PARAM_CHARACTERS_MAX },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
    answerBadRequest(error, socket);
  },
};

export const serverOptions = {
  IncomingMessage: CountedRequest,
  // `refuseOddRequests` answers instead, with a problem document.
  requireHostHeader: false,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
};

/** Nothing times a connection before its handshake. */
export const handshakeOptions = { handshakeTimeout: HEADERS_TIMEOUT_MS };

/** What is no HTTP, or comes too slowly, never reaches a handler: it is answered on the socket. */
const answerBadRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  const { code = '' } = error;
  if (code === 'ECONNRESET' || socket.destroyed) return;
  // Nothing can be written before the handshake is over, and what is to be written would keep the socket open.
  if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return void socket.destroy();
  const answer = answerOf(socket);
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && answer === null) return late.add(socket);
  // Whatever follows a request that was said to be the last: that one is answered, and ends the connection.
  if (code === 'HPE_CLOSED_CONNECTION' && answer !== null) return;
  if (socket.writable && answer?.headersSent !== true) answerOnSocket(socket, problemFor(code));
  socket.destroySoon();
};

/**
 * Connections without a request in time. Node finds all of them in one look: whoever opened thousands
 * at once would else keep everybody else waiting while they end.
 */
class LateConnections {
  private readonly waiting: Socket[] = [];

  add(socket: Socket): void {
    if (this.waiting.push(socket) === 1) void this.end();
  }

  private async end(): Promise<void> {
    const slices = new Slices();
    for (const socket of this.waiting) {
      await slices.breathe();
      // Its request may have come at last.
      if (socket.destroyed || answerOf(socket) !== null) continue;
      if (socket.writable) answerOnSocket(socket, problemFor('ERR_HTTP_REQUEST_TIMEOUT'));
      socket.destroySoon();
    }
    this.waiting.length = 0;
  }
}

const late = new LateConnections();

/** For whoever has no request and reply to answer with. The connection is to be closed after it. */
export const answerOnSocket = (socket: Duplex, problem: Problem): void => {
  const requestId = randomUUID();
  const body = problemText(problem, requestId);
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
};

type Answer = { readonly headersSent: boolean };

/** The answer under way, which Node keeps on the socket; two answers to one request are none. */
const answerOf = (socket: Socket & { readonly _httpMessage?: Answer | null }): Answer | null =>
  socket._httpMessage ?? null;

const problemFor = (code: string): Problem => {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'request_timeout', detail: 'The request came too slowly' };
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, code: 'headers_too_large', detail: 'URL and headers are too long' };
    default:
      return malformedRequest('This is no HTTP request');
  }
};
