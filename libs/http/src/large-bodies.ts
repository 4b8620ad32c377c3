import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { malformed } from '#kernel/refused.js';
import { abortOnClose } from './abort-on-close.js';
import type { InFlight } from './in-flight.js';
import { onRequestEnd } from './on-request-end.js';
import { routeConfig } from './route-config.js';

/** Longest wait for a turn. */
const UPLOAD_WAIT_MS = 25_000;
/** Requests with large bodies that a process handles at once. A partner has one of the turns. */
const TURNS = { atOnce: 2, atOncePerKey: 1, waitingMax: 100, waitingPerKey: 30 };

/**
 * Most objects, lists and commas in a large body. Each value needs far more memory than its text.
 * Base64 contains none of these characters.
 */
const STRUCTURE_MAX = 1_000;
const STRUCTURE = ['{', '[', ','];

/**
 * Sets a size limit, in bytes, that needs much memory. The requests of the route take turns before
 * their bodies are read.
 */
export const LargeBody = (bodyBytesMax: number) => routeConfig({ bodyBytesMax, isLarge: true });

export const isLarge = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.isLarge === true;

/** Lets requests with large bodies wait for their turn, which ends with the response. */
export const limitLargeBodies = (
  fastify: FastifyInstance,
  inFlight: Pick<InFlight, 'partnerOf'>,
): void => {
  const turns = new FairQueue(TURNS);
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) {
      done(null, payload);
      return;
    }
    const untilEnd = () =>
      new Promise<void>((end) => {
        onRequestEnd(reply, end);
        done(null, payload);
      });
    abortOnClose(request, (closed) => {
      const gone = AbortSignal.any([closed, AbortSignal.timeout(UPLOAD_WAIT_MS)]);
      return turns.run(inFlight.partnerOf(request) ?? '', untilEnd, { gone });
    }).catch(done);
  });
};

/** @throws {Refused} 400 if a large body has too many values */
export const requireFewValues = (body: Buffer): void => {
  if (STRUCTURE.every((character) => !occursOften(body, character))) return;
  const detail = `The body must have at most ${STRUCTURE_MAX} values`;
  throw malformed([{ pointer: '', code: 'json_too_large', detail }], detail);
};

const occursOften = (body: Buffer, character: string): boolean => {
  let at = -1;
  for (let found = 0; found <= STRUCTURE_MAX; found++) {
    at = body.indexOf(character, at + 1);
    if (at === -1) return false;
  }
  return true;
};
