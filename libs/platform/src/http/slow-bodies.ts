import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAtOnce } from '../core/refused.js';
import { SLOW_BODY_LOOK_MS } from '../core/timing.js';
import { clientNetwork } from './client-network.js';
import type { InFlight } from './in-flight.js';
import { whenOver } from './when-over.js';

/** A body that comes more slowly over such a look is given up: whoever sends it holds a place. */
const BYTES_PER_S_MIN = 16 * 1024;
export const BYTES_PER_LOOK_MIN = (BYTES_PER_S_MIN * SLOW_BODY_LOOK_MS) / 1_000;

export const tooSlow = () =>
  Object.assign(new Error('the body comes too slowly'), { statusCode: 408 });

/** Of one partner, or of all who are none together: each holds a place while it is waited for. */
export const BODIES_COMING_MAX = 250;

type Coming = {
  /** How much had come over its connection at the last look; null before the first. */
  bytesRead: number | null;
  readonly leave: () => void;
};
type Senders = Map<string, Set<FastifyRequest>>;

/**
 * Bodies that are parsed before their route. Most are there with their heads, or at once. Of the others a
 * partner may have a number under way; of those who are none, the newest take the places of the oldest, so
 * that nobody keeps all of them. Those of which too little came in a look are answered 408.
 */
export class SlowBodies {
  private readonly partners: Senders = new Map();
  /** By network. */
  private readonly strangers: Senders = new Map();
  private ofStrangers = 0;
  private readonly coming = new Map<FastifyRequest, Coming>();
  private look: NodeJS.Timeout | null = null;

  constructor(
    private readonly inFlight: Pick<InFlight, 'partnerOf'>,
    private readonly lookMs = SLOW_BODY_LOOK_MS,
  ) {}

  refuse(fastify: FastifyInstance): void {
    fastify.addHook('preParsing', (request, reply, _payload, done) => {
      const goOn = () => {
        const isRefused = isBodyComing(request) && !this.follow(request, reply);
        done(isRefused ? tooManyComing() : null);
      };
      // By then all that came with the head is read, which is the body of most.
      if (isBodyComing(request) && isParsed(request)) setImmediate(goOn);
      else done();
    });
    fastify.addHook('onClose', (_, done) => {
      if (this.look !== null) clearInterval(this.look);
      done();
    });
  }

  /** False, and nothing done, when as many of the same partner are coming already. */
  private follow(request: FastifyRequest, reply: FastifyReply): boolean {
    const partnerId = this.inFlight.partnerOf(request);
    if (partnerId === null) this.followStranger(request);
    else if ((this.partners.get(partnerId)?.size ?? 0) >= BODIES_COMING_MAX) return false;
    else this.add(request, this.partners, partnerId);
    const leave = () => this.coming.get(request)?.leave();
    // Of a GET nobody may be listening.
    request.raw.once('end', leave).on('error', () => undefined);
    whenOver(reply, leave);
    this.look ??= setInterval(() => this.lookAtAll(), this.lookMs).unref();
    return true;
  }

  private followStranger(request: FastifyRequest): void {
    this.add(request, this.strangers, clientNetwork(request.ip), () => this.ofStrangers--);
    if (++this.ofStrangers > BODIES_COMING_MAX) this.giveUpOldest();
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

  /** The oldest one of the network that has most. */
  private giveUpOldest(): void {
    let most = new Set<FastifyRequest>();
    for (const own of this.strangers.values()) if (own.size > most.size) most = own;
    const [oldest] = most;
    if (oldest !== undefined) this.giveUp(oldest);
  }

  /** Whoever reads the body hears of it; the connection is needed for the answer. */
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

/** Before its route. What is streamed is read by the handler, which has limits of its own. */
export const isParsed = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.streamedBytesMax === undefined;

/** Without these headers a request ends with its head. */
export const isBodyComing = ({ headers, raw }: FastifyRequest): boolean =>
  !raw.complete &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined);

const tooManyComing = () =>
  tooManyAtOnce(
    `At most ${BODIES_COMING_MAX} bodies may be on their way at once`,
    BODIES_COMING_MAX,
  );
