import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused, unavailable } from '../core/refused.js';
import { RETRY_AFTER_S } from '../core/timing.js';
import { showInFlight } from '../signals/metrics.js';
import { clientNetwork } from './client-network.js';
import { whenOver } from './when-over.js';

/** How many requests may be under way at once. */
export const IN_FLIGHT = {
  /** Ten seconds of a store that is away, at two hundred commands a second. */
  all: 2_000,
  /** Of one partner, so that it leaves half to the others. */
  partner: 1_000,
  /** Of all who have not shown who they are, so that they leave half to partners. */
  strangers: 1_000,
  /** Of those from one address. */
  address: 200,
};
type Limits = typeof IN_FLIGHT;

/** Whose request it is: an address's until a partner is known. */
type Place = { of: Map<string, number>; whose: string };

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
  private readonly partners = new Map<string, number>();

  constructor(private readonly limits: Limits = IN_FLIGHT) {}

  limit(fastify: FastifyInstance): void {
    fastify.decorateRequest('place', null);
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!HEALTH.test(request.url)) this.enter(request, reply);
      done();
    });
    showInFlight(() => this.all);
  }

  /** Counts as this partner's from now on, and as a stranger's no more. @throws {Refused} 429 */
  becomesPartners({ place }: FastifyRequest, partnerId: string): void {
    if (place === null || place.of === this.partners) return;
    this.leave(place);
    const count = this.take(place, this.partners, partnerId);
    if (count > this.limits.partner) throw tooMany(this.limits.partner);
  }

  /** The partner, or null while it is not known, or there is none. */
  partnerOf({ place }: FastifyRequest): string | null {
    return place?.of === this.partners ? place.whose : null;
  }

  private enter(request: FastifyRequest, reply: FastifyReply): void {
    const own = clientNetwork(request.ip);
    const { all, strangers, address } = this.limits;
    if ((this.addresses.get(own) ?? 0) >= address) throw tooMany(address);
    if (this.all >= all || this.strangers >= strangers)
      throw unavailable('temporarily_unavailable', 'Too many requests are under way');
    const place = { of: this.addresses, whose: own };
    this.all++;
    this.take(place, this.addresses, own);
    request.place = place;
    whenOver(request, reply, () => {
      this.all--;
      this.leave(place);
      request.place = null;
    });
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
    const left = (of.get(whose) ?? 0) - 1;
    if (left > 0) of.set(whose, left);
    else of.delete(whose);
    if (of === this.addresses) this.strangers--;
  }
}

const tooMany = (max: number) =>
  new Refused('too_many', 'rate_limited', `At most ${max} requests at once`, [], RETRY_AFTER_S);
