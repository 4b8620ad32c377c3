import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused, unavailable } from '../core/refused.js';
import { RETRY_AFTER_S } from '../core/timing.js';
import { httpInFlight } from '../signals/metrics.js';
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

const HEALTH = /^\/health\//;
const [ALL, STRANGERS] = ['all', 'strangers'];

/**
 * Refuses what comes while so many requests are under way: when a store is away they pile up, and
 * each holds memory until it is answered. Probes of health are always let in.
 */
export class InFlight {
  private readonly counts = new Map<string, number>();
  private readonly held = new WeakMap<FastifyRequest, readonly string[]>();

  constructor(private readonly limits: Limits = IN_FLIGHT) {}

  limit(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!HEALTH.test(request.url)) this.enter(request, reply);
      done();
    });
  }

  /** Counts as this partner's from now on, and as a stranger's no more. @throws {Refused} 429 */
  becomesPartners(request: FastifyRequest, partnerId: string): void {
    const held = this.held.get(request);
    if (held === undefined) return;
    this.leave(held);
    const own = `partner ${partnerId}`;
    this.take(request, [ALL, own]);
    if (this.count(own) > this.limits.partner) throw tooMany(this.limits.partner);
  }

  private enter(request: FastifyRequest, reply: FastifyReply): void {
    const own = `address ${clientNetwork(request.ip)}`;
    const { all, strangers, address } = this.limits;
    if (this.count(own) >= address) throw tooMany(address);
    if (this.count(ALL) >= all || this.count(STRANGERS) >= strangers)
      throw unavailable('temporarily_unavailable', 'Too many requests are under way');
    this.take(request, [ALL, STRANGERS, own]);
    whenOver(request, reply, () => {
      this.leave(this.held.get(request) ?? []);
      this.held.delete(request);
    });
  }

  private take(request: FastifyRequest, keys: readonly string[]): void {
    for (const key of keys) this.counts.set(key, this.count(key) + 1);
    this.held.set(request, keys);
    httpInFlight.set(this.count(ALL));
  }

  private leave(keys: readonly string[]): void {
    for (const key of keys) {
      const left = this.count(key) - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
    }
    httpInFlight.set(this.count(ALL));
  }

  private count(key: string): number {
    return this.counts.get(key) ?? 0;
  }
}

const tooMany = (max: number) =>
  new Refused('too_many', 'rate_limited', `At most ${max} requests at once`, [], RETRY_AFTER_S);
