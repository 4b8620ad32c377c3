import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAtOnce } from '#kernel/refused.js';
import { clientNetwork } from './client-network.js';
import type { InFlight } from './in-flight.js';
import { onRequestEnd } from './on-request-end.js';

/** Interval of the check for slow bodies. */
const SLOW_BODY_POLL_MS = 5_000;

/** Slowest allowed rate of a body, because a slow sender occupies a slot. */
const BYTES_PER_S_MIN = 16 * 1024;
const BYTES_PER_POLL_MIN = (BYTES_PER_S_MIN * SLOW_BODY_POLL_MS) / 1_000;

const tooSlow = () => Object.assign(new Error('the body arrives too slowly'), { statusCode: 408 });

/**
 * Most incomplete bodies of one partner, or of all unauthenticated callers together. Each occupies
 * a slot.
 */
export const BODIES_COMING_MAX = 250;

type Coming = {
  readonly request: FastifyRequest;
  /** Null for an unauthenticated caller. */
  readonly partnerId: string | null;
  readonly network: string;
  /** Bytes on the connection at the last poll; null before the first. */
  bytesRead: number | null;
};

/**
 * Limits incomplete bodies. Most arrive with their headers or at once.
 * A partner may have a number of incomplete bodies. Among unauthenticated callers, new bodies
 * replace the oldest, so that one caller cannot use all slots. Bodies that arrive too slowly get a
 * 408.
 */
export class SlowBodies {
  /** The oldest first. `InFlight` limits their number. */
  private readonly coming = new Set<Coming>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly inFlight: Pick<InFlight, 'partnerOf'>,
    private readonly pollMs = SLOW_BODY_POLL_MS,
  ) {}

  refuse(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, reply, _payload, done) => {
      const proceed = () => {
        const isRefused = isBodyComing(request) && !this.follow(request, reply);
        done(isRefused ? tooManyComing() : null);
      };
      // By then, Node has read everything that arrived with the headers, which is usually the whole
      // body.
      if (isBodyComing(request)) setImmediate(proceed);
      else done();
    });
    fastify.addHook('onClose', (_, done) => {
      if (this.timer !== null) clearInterval(this.timer);
      done();
    });
  }

  /** Returns false, without any effect, if the partner has too many incomplete bodies. */
  private follow(request: FastifyRequest, reply: FastifyReply): boolean {
    const partnerId = this.inFlight.partnerOf(request);
    const others = [...this.coming].filter((each) => each.partnerId === partnerId);
    if (others.length >= BODIES_COMING_MAX) {
      if (partnerId !== null) return false;
      this.giveUp(oldestOfLargest(others));
    }
    const body = { request, partnerId, network: clientNetwork(request.ip), bytesRead: null };
    this.coming.add(body);
    const leave = () => this.coming.delete(body);
    // Without this listener, an error of a GET would be uncaught.
    request.raw.once('end', leave).on('error', () => undefined);
    onRequestEnd(reply, leave);
    this.timer ??= setInterval(() => this.checkAll(), this.pollMs).unref();
    return true;
  }

  /** Emits an error for the reader of the body. The connection stays open for the response. */
  private giveUp(body: Coming): void {
    this.coming.delete(body);
    body.request.raw.emit('error', tooSlow());
  }

  private checkAll(): void {
    for (const body of this.coming) {
      const { bytesRead } = body.request.raw.socket;
      const before = body.bytesRead;
      body.bytesRead = bytesRead;
      if (before !== null && bytesRead - before < BYTES_PER_POLL_MIN) this.giveUp(body);
    }
  }
}

/** Returns the oldest body of the network with the most bodies. */
const oldestOfLargest = (bodies: readonly Coming[]): Coming => {
  const networks = [...Map.groupBy(bodies, ({ network }) => network).values()];
  return networks.reduce((most, each) => (each.length > most.length ? each : most))[0]!;
};

/** A body requires one of these headers. */
export const isBodyComing = ({ headers, raw }: FastifyRequest): boolean =>
  !raw.complete &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined);

const tooManyComing = () =>
  tooManyAtOnce(`At most ${BODIES_COMING_MAX} incomplete bodies at once`, BODIES_COMING_MAX);
