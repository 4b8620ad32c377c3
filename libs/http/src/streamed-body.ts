import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tinyChunked, hasTinyChunks } from './tiny-chunks.js';
import { addRouteConfig, handlersOf } from './route-config.js';
import { BYTES_PER_LOOK_MIN, tooSlow } from './slow-bodies.js';
import { brokenOff, tooLarge } from './whole-body.js';
import { SLOW_BODY_POLL_MS } from './timing.js';

const unread = new WeakMap<FastifyRequest, Readable>();

/**
 * Marks a route that reads its JSON body with `readBody`, up to this many bytes. Guards run before
 * the body is read.
 */
export const StreamedBody =
  (streamedBytesMax: number): MethodDecorator =>
  (target, property) => {
    for (const handler of handlersOf(target, property))
      addRouteConfig(handler, { streamedBytesMax });
  };

/** Sets the body of such a route aside and parses an empty object instead. */
export const acceptStreamedBodies = (fastify: FastifyInstance): void => {
  fastify.addHook('onRoute', (route) => {
    const limit = route.config?.streamedBytesMax;
    if (limit === undefined) return;
    route.bodyLimit = limit;
    route.preParsing = (request, _reply, payload, done) => {
      unread.set(request, payload);
      if (expectedBytes(request) > limit) done(tooLarge());
      else done(null, Readable.from([Buffer.from('{}')]));
    };
  });
};

/** Returns the announced length, or the limit without one. */
export const expectedBytes = ({ headers, routeOptions }: FastifyRequest): number => {
  const { streamedBytesMax = 0 } = routeOptions.config;
  const announced = headers['content-length'];
  return announced === undefined ? streamedBytesMax : Number(announced);
};

/**
 * Passes the body to `take` in pieces. Rethrows an error of `take` at the end of the body, so that
 * the caller can read the response. @throws 413 if the body is too large, 408 if it is too slow,
 * 400 if it breaks off or has tiny chunks
 */
export const readBody = async (
  request: FastifyRequest,
  take: (piece: Buffer) => void,
): Promise<void> => {
  const body = unread.get(request);
  if (body === undefined) return;
  const { streamedBytesMax = 0 } = request.routeOptions.config;
  const seen = { bytes: 0, pieces: 0, failure: null as Error | null };
  const takeIn = (piece: Buffer) => {
    seen.bytes += piece.length;
    seen.pieces += 1;
    if (seen.bytes > streamedBytesMax) return tooLarge();
    if (hasTinyChunks(seen.pieces, seen.bytes)) return tinyChunked();
    try {
      if (seen.failure === null) take(piece);
    } catch (error) {
      seen.failure = error as Error;
    }
    return null;
  };
  await piecesOf(body, takeIn);
  if (seen.failure !== null) throw seen.failure;
};

/** Reads to the end, or until `take` returns an error. The server discards the rest. */
const piecesOf = (body: Readable, take: (piece: Buffer) => Error | null): Promise<void> =>
  new Promise((resolve, reject) => {
    let sinceLook = 0;
    const settle = (error: Error | null) => {
      clearInterval(look);
      body.removeListener('data', onData).removeListener('end', onEnd);
      body.removeListener('close', onClose);
      if (error === null) resolve();
      else reject(error);
    };
    const onData = (piece: Buffer) => {
      sinceLook += piece.length;
      const error = take(piece);
      if (error !== null) settle(error);
    };
    const onEnd = () => settle(null);
    const onClose = () => settle(brokenOff());
    const look = setInterval(() => {
      if (sinceLook < BYTES_PER_LOOK_MIN) settle(tooSlow());
      sinceLook = 0;
    }, SLOW_BODY_POLL_MS);
    // A broken connection also closes the body, and the error adds nothing.
    body.on('error', () => undefined);
    body.on('data', onData).once('end', onEnd).once('close', onClose);
    // The event may have been emitted before.
    if (body.destroyed) onClose();
  });
