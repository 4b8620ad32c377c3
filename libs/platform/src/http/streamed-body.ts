import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SLOW_BODY_LOOK_MS } from '../core/timing.js';
import { crumbled, isCrumbled } from './crumbs.js';
import { addRouteConfig, handlersOf } from './route-config.js';
import { BYTES_PER_LOOK_MIN, tooSlow } from './slow-bodies.js';
import { brokenOff, tooLarge } from './whole-body.js';

const unread = new WeakMap<FastifyRequest, Readable>();

/**
 * A route that reads its JSON body itself, with `readBody`, up to this many bytes. Nothing is read
 * before the guards have let the caller in.
 */
export const StreamedBody =
  (streamedBytesMax: number): MethodDecorator =>
  (target, property) => {
    for (const handler of handlersOf(target, property))
      addRouteConfig(handler, { streamedBytesMax });
  };

/** Puts the body of such a route aside and has an empty object parsed in its place. */
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

/** What the caller says it sends, or the most it may. */
export const expectedBytes = ({ headers, routeOptions }: FastifyRequest): number => {
  const { streamedBytesMax = 0 } = routeOptions.config;
  const announced = headers['content-length'];
  return announced === undefined ? streamedBytesMax : Number(announced);
};

/**
 * Gives the body to `take`, piece by piece. What `take` throws is thrown once the rest has come and
 * gone, so that the caller gets to read why. @throws 413 when there is too much, 408 when it comes
 * too slowly, 400 when it breaks off
 * or comes in crumbs
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
    if (isCrumbled(seen.pieces, seen.bytes)) return crumbled();
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

/** Until the end, or until `take` answers with an error; the rest is then left to the server. */
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
    }, SLOW_BODY_LOOK_MS);
    // A broken connection closes the body as well; the error itself says nothing more.
    body.on('error', () => undefined);
    body.on('data', onData).once('end', onEnd).once('close', onClose);
    // It says so once, to those who listened then.
    if (body.destroyed) onClose();
  });
