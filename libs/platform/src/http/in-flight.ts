import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAtOnce, unavailable } from '../core/refused.js';
import { showInFlight } from '../signals/metrics.js';
import { clientNetwork } from './client-network.js';
import { whenOver } from './when-over.js';

/**
 * How many requests may be under way at once. Nobody may have more of them than are left at that moment,
 * so that however many hold all that they may, there are places for one more.
 */
export const IN_FLIGHT = {
  /** Ten seconds of a store that is away, at two hundred commands a second. */
  all: 2_000,
  /** Of all who have not shown who they are, so that they leave half to partners. */
  strangers: 1_000,
  /** Of those from one address. */
  address: 200,
};
type Limits = typeof IN_FLIGHT;

/** Whose request it is: a partner's, an address's, or not known yet. */
type Place = { of: Map<string, number> | null; whose: string };

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null;
  }
}

const HEALTH = /^\/health\//;

/**
 * Refuses what comes while so many requests are under way: when a store is away they pile up, and
 * each holds memory until it is answered. Probes of health are always let in.
 */
export class InFlight {
  private all = 0;
  private strangers = 0;
  private readonly addresses = new Map<string, number>();
  /** Those who have none under way stay: a map that loses its last key at each answer is made anew each time. */
  private readonly partners = new Map<string, number>();

  constructor(private readonly limits: Limits = IN_FLIGHT) {}

  limit(fastify: FastifyInstance): void {
    fastify.decorateRequest('place', null);
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!HEALTH.test(request.url)) this.enter(request, reply);
      done();
    });
    // Answers to strangers are small, or the same for all: who does not read one keeps nothing but a connection.
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      if (request.place !== null && request.place.of !== this.partners) this.end(request);
      done(null, payload);
    });
    showInFlight(() => this.all);
  }

  /** Counts as this partner's from now on, and as no stranger's. @throws {Refused} 429 */
  becomesPartners({ place }: FastifyRequest, partnerId: string): void {
    if (place === null || place.of === this.partners) return;
    this.leave(place);
    const count = this.take(place, this.partners, partnerId);
    const share = shareOf(this.limits.all - this.all, count);
    if (count > share) throw tooMany(share);
  }

  /** Goes on without a name. @throws {Refused} 429 or 503 when those who have none are too many */
  staysStranger({ place, ip }: FastifyRequest): void {
    if (place === null || place.of !== null) return;
    const { address, strangers } = this.limits;
    const count = this.take(place, this.addresses, clientNetwork(ip));
    if (count > address) throw tooMany(address);
    if (count > shareOf(strangers - this.strangers, count)) throw full();
  }

  /** The partner, or null while it is not known, or there is none. */
  partnerOf({ place }: FastifyRequest): string | null {
    return place?.of === this.partners ? place.whose : null;
  }

  private enter(request: FastifyRequest, reply: FastifyReply): void {
    if (this.all >= this.limits.all) throw full();
    this.all++;
    request.place = { of: null, whose: '' };
    whenOver(reply, () => this.end(request));
  }

  private end(request: FastifyRequest): void {
    if (request.place === null) return;
    this.all--;
    this.leave(request.place);
    request.place = null;
  }

  private take(place: Place, of: Map<string, number>, whose: string): number {
    const count = (of.get(whose) ?? 0) + 1;
    of.set(whose, count);
    if (of === this.addresses) this.strangers++;
    place.of = of;
    place.whose = whose;
    return count;
  }

  private leave({ of, whose }: Place): void {
    if (of === null) return;
    const left = (of.get(whose) ?? 0) - 1;
    if (left > 0 || of === this.partners) of.set(whose, left);
    else of.delete(whose);
    if (of === this.addresses) this.strangers--;
  }
}

/** Of a caller who has `count` places while so many are left, the last taken one among both. */
const shareOf = (left: number, count: number): number => Math.floor((left + count + 1) / 2);

const full = () => unavailable('temporarily_unavailable', 'Too many requests are under way');

const tooMany = (max: number) => tooManyAtOnce(`At most ${max} requests at once`, max);
