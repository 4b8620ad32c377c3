import type { FastifyInstance } from 'fastify';
import { Collection, type Setting } from '../store/collection.js';
import type { Store } from '../store/store.js';
import { tooMany } from './broker-error.js';

type Window = { readonly limit: number; readonly lengthMs: number };

/** Values of the rate limit headers if no limit is set. */
const UNLIMITED: Window = { limit: 1_000_000, lengthMs: 60_000 };
const SECOND_MS = 1_000;
const SETTING = 'broker.per-second';

/** Limits the requests of the whole integration, in fixed windows of the clock. */
export class RateLimit {
  private endsMs = 0;
  private used = 0;
  /** Number of rejected requests since the limit was set or the sandbox started. */
  private exceeded = 0;

  private readonly settings: Collection<Setting<number | null>>;

  constructor(store: Store) {
    this.settings = new Collection(store, 'settings');
  }

  /** Null: no limit. */
  set(perSecond: number | null): void {
    this.settings.put({ id: SETTING, value: perSecond });
    this.endsMs = 0;
    this.exceeded = 0;
  }

  counts() {
    return { perSecond: this.perSecond(), exceeded: this.exceeded };
  }

  /** Counts one request. Returns whether it is allowed, and the rate limit headers. */
  count(nowMs: number): { readonly allowed: boolean; readonly headers: Record<string, number> } {
    const perSecond = this.perSecond();
    const { limit, lengthMs } =
      perSecond === null ? UNLIMITED : { limit: perSecond, lengthMs: SECOND_MS };
    if (nowMs >= this.endsMs) {
      this.endsMs = (Math.floor(nowMs / lengthMs) + 1) * lengthMs;
      this.used = 0;
    }
    this.used++;
    const allowed = this.used <= limit;
    if (!allowed) this.exceeded++;
    return {
      allowed,
      headers: {
        'x-ratelimit-limit': limit,
        'x-ratelimit-remaining': Math.max(0, limit - this.used),
        'x-ratelimit-reset': Math.ceil(this.endsMs / SECOND_MS),
      },
    };
  }

  private perSecond(): number | null {
    return this.settings.find(SETTING)?.value ?? null;
  }
}

/** Runs before all other hooks, so that a rejected request does not use up an injected fault. */
export const limitRequests = (app: FastifyInstance, rateLimit: RateLimit): void => {
  app.addHook('onRequest', async (_request, reply) => {
    const { allowed, headers } = rateLimit.count(Date.now());
    reply.headers(headers);
    if (allowed) return;
    const { status, code, message } = tooMany('rate limit exceeded');
    return reply.code(status).send({ code, message });
  });
};
