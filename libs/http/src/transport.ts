import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { PROBLEM_TYPE, problemText } from './problem.js';
import { type Problem, malformedRequest } from './problem-of.js';
import { CONNECTIONS_CHECK_MS } from './timing.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Longest time to receive a request with its body: 21 MiB at 3 Mbit/s. */
const REQUEST_TIMEOUT_MS = MINUTE_MS;
/** Longest time to receive the headers, and before them the TLS handshake. */
const HEADERS_TIMEOUT_MS = 10_000;
/**
 * Time for which an idle connection stays open. It is longer than the idle timeout of common load
 * balancers.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Time without a byte in either direction after which a busy connection is closed. */
const CONNECTION_TIMEOUT_MS = MINUTE_MS;

/** Longer than any header line, so that every id reaches its handler and results in 404. */
const PARAM_CHARACTERS_MAX = 16 * 1024;

/** Limits of time and size before a request is examined. */
export const transportOptions = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionTimeout: CONNECTION_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  // The hook of `GracefulShutdown` sends a problem document instead.
  return503OnClosing: false,
  routerOptions: { maxParamLength: PARAM_CHARACTERS_MAX },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
    answerBadRequest(error, socket);
  },
};

export const serverOptions = {
  // `rejectUnsupportedHttp` sends a problem document instead.
  requireHostHeader: false,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
};

/** The other timeouts start after the handshake. */
export const handshakeOptions = { handshakeTimeout: HEADERS_TIMEOUT_MS };

/**
 * Responds on the socket to data that is not HTTP or arrives too slowly, because no handler sees
 * it.
 */
const answerBadRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  const { code = '' } = error;
  if (code === 'ECONNRESET' || socket.destroyed) return;
  // Before the handshake ends, nothing can be written, and pending data would keep the socket open.
  if (code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return void socket.destroy();
  const answer = answerOf(socket);
  // Ignores data after the last request of a connection. The response to that request ends the
  // connection.
  if (code === 'HPE_CLOSED_CONNECTION' && answer !== null) return;
  if (socket.writable && answer?.headersSent !== true) answerOnSocket(socket, problemFor(code));
  socket.destroySoon();
};

/**
 * Writes a problem document for callers without request and reply objects. The connection must be
 * closed afterwards.
 */
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

/**
 * Returns the response in progress, which Node stores on the socket. A second response would be
 * invalid.
 */
const answerOf = (socket: Socket & { readonly _httpMessage?: Answer | null }): Answer | null =>
  socket._httpMessage ?? null;

const problemFor = (code: string): Problem => {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'request_timeout', detail: 'The request arrived too slowly' };
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, code: 'headers_too_large', detail: 'URL and headers are too long' };
    default:
      return malformedRequest('This is not an HTTP request');
  }
};
