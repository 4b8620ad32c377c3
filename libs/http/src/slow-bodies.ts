import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAtOnce } from '#kernel/refused.js';
import { clientNetwork } from './client-network.js';
import type { InFlight } from './in-flight.js';
import { onRequestEnd } from './on-request-end.js';

/** Interval of the check for slow bodies. */
const SLOW_BODY_POLL_MS = 5_000;

/** Slowest allowed rate of a body, because a slow sender occupies a slot. */
const BYTES_PER_S_MIN = 16 * 1024;
const BYTES_PER_LOOK_MIN = (BYTES_PER_S_MIN * SLOW_BODY_POLL_MS) / 1_000;

const tooSlow = () => Object.assign(new Error('the body arrives too slowly'), { statusCode: 408 });

/**
 * Most incomplete bodies of one partner, or of all unauthenticated callers together. Each occupies
 * a slot.
 */
export const BODIES_COMING_MAX = 250;

type Coming = {
  /** Bytes on the connection at the last poll; null before the first. */
  bytesRead: number | null;
  readonly leave: () => void;
};
type Senders = Map<string, Set<FastifyRequest>>;

/**
 * Limits incomplete bodies. Most arrive with their headers or at once.
 * A partner may have a number of incomplete bodies. Among unauthenticated callers, new bodies
 * replace the oldest, so that one caller cannot use all slots. Bodies that arrive too slowly get a
 * 408.
 */
export class SlowBodies {
  private readonly partners: Senders = new Map();
  /** By network. */
  private readonly unauthenticated: Senders = new Map();
  private unauthenticatedCount = 0;
  private readonly coming = new Map<FastifyRequest, Coming>();
  private look: NodeJS.Timeout | null = null;

  constructor(
    private readonly inFlight: Pick<InFlight, 'partnerOf'>,
    private readonly lookMs = SLOW_BODY_POLL_MS,
  ) {}

  refuse(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, reply, _payload, done) => {
      const goOn = () => {
        const isRefused = isBodyComing(request) && !this.follow(request, reply);
        done(isRefused ? tooManyComing() : null);
      };
      // By then, Node has read everything that arrived with the headers, which is usually the whole
      // body.
      if (isBodyComing(request)) setImmediate(goOn);
      else done();
    });
    fastify.addHook('onClose', (_, done) => {
      if (this.look !== null) clearInterval(this.look);
      done();
    });
  }

  /** Returns false, without any effect, if the partner has too many incomplete bodies. */
  private follow(request: FastifyRequest, reply: FastifyReply): boolean {
    const partnerId = this.inFlight.partnerOf(request);
    if (partnerId === null) this.followUnauthenticated(request);
    else if ((this.partners.get(partnerId)?.size ?? 0) >= BODIES_COMING_MAX) return false;
    else this.add(request, this.partners, partnerId);
    const leave = () => this.coming.get(request)?.leave();
    // Without this listener, an error of a GET would be uncaught.
    request.raw.once('end', leave).on('error', () => undefined);
    onRequestEnd(reply, leave);
    this.look ??= setInterval(() => this.lookAtAll(), this.lookMs).unref();
    return true;
  }

  private followUnauthenticated(request: FastifyRequest): void {
    this.add(
      request,
      this.unauthenticated,
      clientNetwork(request.ip),
      () => this.unauthenticatedCount--,
    );
    if (++this.unauthenticatedCount > BODIES_COMING_MAX) this.giveUpOldest();
  }

  private add(request: FastifyRequest, senders: Senders, whose: string, andThen?: () => void) {
    const own = senders.get(whose) ?? new Set();
    senders.set(whose, own.add(request));
    const leave = () => {
      this.coming.delete(request);
      own.delete(request);
      if (own.size === 0 && senders.get(whose) === own) senders.delete(whose);
      andThen?.();
    };
    this.coming.set(request, { bytesRead: null, leave });
  }

  /** Drops the oldest body of the network with the most bodies. */
  private giveUpOldest(): void {
    let most = new Set<FastifyRequest>();
    for (const own of this.unauthenticated.values()) if (own.size > most.size) most = own;
    const [oldest] = most;
    if (oldest !== undefined) this.giveUp(oldest);
  }

  /** Emits an error for the reader of the body. The connection stays open for the response. */
  private giveUp(request: FastifyRequest): void {
    request.raw.emit('error', tooSlow());
    this.coming.get(request)?.leave();
  }

  private lookAtAll(): void {
    for (const [request, coming] of this.coming) {
      const { bytesRead } = request.raw.socket;
      const before = coming.bytesRead;
      coming.bytesRead = bytesRead;
      if (before !== null && bytesRead - before < BYTES_PER_LOOK_MIN) this.giveUp(request);
    }
  }
}

/** A body requires one of these headers. */
export const isBodyComing = ({ headers, raw }: FastifyRequest): boolean =>
  !raw.complete &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined);

const tooManyComing = () =>
  tooManyAtOnce(`At most ${BODIES_COMING_MAX} incomplete bodies at once`, BODIES_COMING_MAX);
