import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Nothing can be written before the handshake is over, and what is to be written would keep the socket open.
  if (error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return void socket.destroy();
  if (socket.writable && !hasAnswered(socket)) answerOnSocket(socket, problemFor(error.code ?? ''));
  socket.destroySoon();
};

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

/** Node keeps the response under way on the socket; two answers to one request are none. */
const hasAnswered = (socket: Socket): boolean => {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent?: boolean } };
  return response?.headersSent === true;
};

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
