import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LINGER_MS, WRITE_TIMEOUT_MS } from '../core/timing.js';

type Answer = Parameters<RequestListener>[1];

/** A browser sends none before the last one was answered, and no client of ours does. */
const PIPELINED_MAX = 4;

/**
 * Answers one request of a connection after the other, so that no more than one answer waits for a
 * reader who does not read. A connection that sends more than a few ahead is cut: what came over it
 * and was not begun never happened.
 */
export const limitPipelining = (server: Server): void => {
  const [handle] = server.listeners('request') as RequestListener[];
  if (handle === undefined) throw new Error('There is nobody to handle requests');
  const lines = new WeakMap<Socket, (() => void)[]>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: Answer) => {
    const { socket } = request;
    // Node goes on reading what it has, also after the connection was cut.
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? [];
    lines.set(socket, line);
    if (line.length >= PIPELINED_MAX) {
      socket.destroy();
      return;
    }
    line.push(() => {
      response.once('close', () => {
        line.shift();
        if (!socket.destroyed) line[0]?.();
      });
      handle(request, response);
    });
    if (line.length === 1) line[0]?.();
  });
};

/**
 * Cuts connections whose callers do not take their answer, and those that still send the body of a
 * request that was answered: they get a little time, since their answer would be lost with them.
 */
export const endSilence = (
  fastify: FastifyInstance,
  { writeMs, lingerMs } = { writeMs: WRITE_TIMEOUT_MS, lingerMs: LINGER_MS },
): void => {
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    // Node sets it anew for the pause after the answer, and for the next request.
    request.raw.socket.setTimeout(writeMs);
    done();
  });
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete) {
      const timer = setTimeout(() => raw.socket.destroy(), lingerMs).unref();
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done();
  });
};
