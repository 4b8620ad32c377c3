import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SLOW_BODY_LOOK_MS } from '../core/timing.js';
import { whenOver } from './when-over.js';

/** A body that comes more slowly over such a look is given up: whoever sends it holds a place. */
const BYTES_PER_S_MIN = 16 * 1024;
export const BYTES_PER_LOOK_MIN = (BYTES_PER_S_MIN * SLOW_BODY_LOOK_MS) / 1_000;

export const tooSlow = () =>
  Object.assign(new Error('the body comes too slowly'), { statusCode: 408 });

/** Of the bodies that are parsed before their route: those of which too little came are answered 408. */
export class SlowBodies {
  /** How much had come over its connection at the last look; null before the first. */
  private readonly coming = new Map<FastifyRequest, number | null>();
  private look: NodeJS.Timeout | null = null;

  refuse(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, reply, _payload, done) => {
      if (request.routeOptions.config.streamedBytesMax === undefined) this.follow(request, reply);
      done();
    });
    fastify.addHook('onClose', (_, done) => {
      if (this.look !== null) clearInterval(this.look);
      done();
    });
  }

  private follow(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    if (raw.complete) return;
    this.coming.set(request, null);
    raw.once('end', () => this.coming.delete(request));
    whenOver(request, reply, () => this.coming.delete(request));
    this.look ??= setInterval(() => this.lookAtAll(), SLOW_BODY_LOOK_MS).unref();
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
