import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../core/refused.js';
import { RETRY_AFTER_S, SLOW_BODY_LOOK_MS } from '../core/timing.js';
import type { InFlight } from './in-flight.js';
import { whenOver } from './when-over.js';

/** A body that comes more slowly over such a look is given up: whoever sends it holds a place. */
const BYTES_PER_S_MIN = 16 * 1024;
export const BYTES_PER_LOOK_MIN = (BYTES_PER_S_MIN * SLOW_BODY_LOOK_MS) / 1_000;

export const tooSlow = () =>
  Object.assign(new Error('the body comes too slowly'), { statusCode: 408 });

/** Of one partner, or of all who are none together: each holds a place while it is waited for. */
export const BODIES_COMING_MAX = 250;

/**
 * Bodies that are parsed before their route. Most are there with their heads, or at once. Of the others
 * somebody may have a number under way, and those of which too little came in a look are answered 408.
 */
export class SlowBodies {
  /** By partner; null: of nobody whom we know. */
  private readonly counts = new Map<string | null, number>();
  /** How much had come over its connection at the last look; null before the first. */
  private readonly coming = new Map<FastifyRequest, number | null>();
  private look: NodeJS.Timeout | null = null;

  constructor(
    private readonly inFlight: Pick<InFlight, 'partnerOf'>,
    private readonly lookMs = SLOW_BODY_LOOK_MS,
  ) {}

  refuse(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, reply, _payload, done) => {
      const isParsed = request.routeOptions.config.streamedBytesMax === undefined;
      const isRefused = isParsed && !request.raw.complete && !this.follow(request, reply);
      done(isRefused ? tooManyComing() : null);
    });
    fastify.addHook('onClose', (_, done) => {
      if (this.look !== null) clearInterval(this.look);
      done();
    });
  }

  /** False, and nothing done, when as many of the same sender are coming already. */
  private follow(request: FastifyRequest, reply: FastifyReply): boolean {
    const whose = this.inFlight.partnerOf(request);
    const count = (this.counts.get(whose) ?? 0) + 1;
    if (count > BODIES_COMING_MAX) return false;
    this.counts.set(whose, count);
    this.coming.set(request, null);
    const isHere = () => {
      if (!this.coming.delete(request)) return;
      const left = (this.counts.get(whose) ?? 0) - 1;
      if (left > 0) this.counts.set(whose, left);
      else this.counts.delete(whose);
    };
    // Of a GET nobody may be listening.
    request.raw.once('end', isHere).on('error', () => undefined);
    whenOver(request, reply, isHere);
    this.look ??= setInterval(() => this.lookAtAll(), this.lookMs).unref();
    return true;
  }

  private lookAtAll(): void {
    for (const [{ raw }, before] of this.coming) {
      const { bytesRead } = raw.socket;
      // Whoever reads the body hears of it; the connection is needed for the answer.
      if (before !== null && bytesRead - before < BYTES_PER_LOOK_MIN) raw.emit('error', tooSlow());
    }
    for (const request of this.coming.keys())
      this.coming.set(request, request.raw.socket.bytesRead);
  }
}

const tooManyComing = () =>
  new Refused(
    'too_many',
    'rate_limited',
    `At most ${BODIES_COMING_MAX} bodies may be on their way at once`,
    [],
    RETRY_AFTER_S,
  );
