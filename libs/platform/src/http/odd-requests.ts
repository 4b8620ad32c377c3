import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused, malformed } from '../core/refused.js';
import { problemOf } from './problem-of.js';
import { answerOnSocket } from './transport.js';

/** What Node would answer by itself, and not with a problem document. */
export const refuseOddRequests = (fastify: FastifyInstance): void => {
  const { server } = fastify;
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    answerOnSocket(socket, problemOf({ statusCode: 404 }));
    socket.end();
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    const oddity = oddityOf(request);
    // Its body was not asked for, so where the next request begins nobody knows.
    if (oddity !== null) void reply.header('connection', 'close');
    done(oddity ?? undefined);
  });
};

const oddityOf = ({ raw, headers }: FastifyRequest): Refused | null => {
  if (raw.httpVersion !== '1.0' && hostsOf(raw) !== 1)
    return malformed([{ code: 'request_malformed', detail: 'must have one Host header' }]);
  const { expect } = headers;
  if (expect === undefined || expect.toLowerCase() === '100-continue') return null;
  return new Refused('unmet', 'expectation_unmet', 'Expect nothing but 100-continue');
};

/** RFC 9112, section 3.2: any other number than one is 400. Node shows the first alone. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === HOST.length && rawHeaders[i]?.toLowerCase() === HOST) count++;
  return count;
};

const HOST = 'host';
