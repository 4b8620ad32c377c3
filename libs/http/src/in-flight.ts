import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAtOnce, unavailable } from '#kernel/refused.js';
import { showInFlight } from '#kernel/metrics.js';
import { clientNetwork } from './client-network.js';
import { onRequestEnd } from './on-request-end.js';

/**
 * Limits of concurrent requests. A caller may have at most as many as remain free at that moment,
 * so that other callers always find a free slot.
 */
export const IN_FLIGHT = {
  /** Ten seconds of an unavailable store, at two hundred commands a second. */
  all: 2_000,
  /** All unauthenticated callers together, so that half remains for partners. */
  unauthenticated: 1_000,
  /** Per address, for unauthenticated callers. */
  address: 200,
};
type Limits = typeof IN_FLIGHT;

/** Owner of the request: a partner, an address, or unknown yet. */
type Place = { of: Map<string, number> | null; whose: string };

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null;
  }
}

const HEALTH = /^\/health\//;

/**
 * Rejects requests beyond the limits. They pile up while a store is unavailable, and each holds
 * memory until its response. Health checks always pass.
 */
export class InFlight {
  private all = 0;
  private unauthenticated = 0;
  private readonly addresses = new Map<string, number>();
  /**
   * Partners without requests stay in the map: V8 rebuilds a map that repeatedly loses its last
   * key.
   */
  private readonly partners = new Map<string, number>();

  constructor(private readonly limits: Limits = IN_FLIGHT) {}

  limit(fastify: FastifyInstance): void {
    fastify.decorateRequest('place', null);
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!HEALTH.test(request.url)) this.enter(request, reply);
      done();
    });
    // Releases the slot of an unauthenticated caller early. Its responses are small or shared, so
    // an unread one occupies only the connection.
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      if (request.place !== null && request.place.of !== this.partners) this.end(request);
      done(null, payload);
    });
    showInFlight(() => this.all);
  }

  /** Counts the request for this partner instead of its address. @throws {Refused} 429 */
  assignToPartner({ place }: FastifyRequest, partnerId: string): void {
    if (place === null || place.of === this.partners) return;
    this.leave(place);
    const count = this.take(place, this.partners, partnerId);
    const share = shareOf(this.limits.all - this.all, count);
    if (count > share) throw tooMany(share);
  }

  /**
   * Counts the request as unauthenticated. @throws {Refused} 429 or 503 if there are too many such
   * requests
   */
  assignToAddress({ place, ip }: FastifyRequest): void {
    if (place === null || place.of !== null) return;
    const { address, unauthenticated } = this.limits;
    const count = this.take(place, this.addresses, clientNetwork(ip));
    if (count > address) throw tooMany(address);
    if (count > shareOf(unauthenticated - this.unauthenticated, count)) throw full();
  }

  /** Returns the partner of a request; null while it is unknown or without one. */
  partnerOf({ place }: FastifyRequest): string | null {
    return place?.of === this.partners ? place.whose : null;
  }

  private enter(request: FastifyRequest, reply: FastifyReply): void {
    if (this.all >= this.limits.all) throw full();
    this.all++;
    request.place = { of: null, whose: '' };
    onRequestEnd(reply, () => this.end(request));
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
    if (of === this.addresses) this.unauthenticated++;
    place.of = of;
    place.whose = whose;
    return count;
  }

  private leave({ of, whose }: Place): void {
    if (of === null) return;
    const left = (of.get(whose) ?? 0) - 1;
    if (left > 0 || of === this.partners) of.set(whose, left);
    else of.delete(whose);
    if (of === this.addresses) this.unauthenticated--;
  }
}

/**
 * Limit for a caller who has `count` slots while `left` are free. Both already include the last
 * slot taken.
 */
const shareOf = (left: number, count: number): number => Math.floor((left + count + 1) / 2);

const full = () =>
  unavailable('temporarily_unavailable', 'Too many requests are in progress; try again shortly');

const tooMany = (max: number) => tooManyAtOnce(`At most ${max} requests at once`, max);
