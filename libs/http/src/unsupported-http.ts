import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused, malformed } from '#kernel/refused.js';
import { problemOf } from './problem-of.js';
import { answerOnSocket } from './transport.js';

/** Sends problem documents for requests that Node would otherwise respond to. */
export const rejectUnsupportedHttp = (fastify: FastifyInstance): void => {
  const { server } = fastify;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    answerOnSocket(socket, problemOf({ statusCode: 404 }));
    socket.end();
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const rejection = rejectionOf(request);
    // The body was not requested, so the start of the next request is unknown.
    if (rejection !== null) void reply.header('connection', 'close');
    done(rejection ?? undefined);
  });
};

const rejectionOf = ({ raw, headers }: FastifyRequest): Refused | null => {
  if (raw.httpVersion !== '1.0' && hostsOf(raw) !== 1)
    return malformed([{ code: 'request_malformed', detail: 'must have one Host header' }]);
  const { expect } = headers;
  if (expect === undefined || expect.toLowerCase() === '100-continue') return null;
  return new Refused(
    'unmet',
    'expectation_unmet',
    'The only supported expectation is 100-continue',
  );
};

/** RFC 9112, section 3.2: exactly one is valid. Node exposes only the first. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
