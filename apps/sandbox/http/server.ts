import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { Refused } from './refused.js';

/** Document images are base64 text. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export const createServer = (): FastifyInstance => {
  const server = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    requestIdHeader: 'x-request-id',
    genReqId: () => randomUUID(),
  });
  server.removeAllContentTypeParsers();
  // Some calls have a content type but an empty body.
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(text.toString()));
    } catch {
      done(Object.assign(new Error('the body is not JSON'), { statusCode: 400 }));
    }
  });
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  return server;
};

export const statusOf = (error: unknown): number => {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
};

/** Sends errors with their message. */
export const sendErrors = (app: FastifyInstance, side: string): void => {
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Refused ? error.status : statusOf(error);
    if (status >= 500) console.error(`sandbox: ${side}`, error);
    return reply.code(status).send({ message: error instanceof Error ? error.message : '' });
  });
};
