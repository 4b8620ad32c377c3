import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';
import { tooMany } from './broker-error.js';

type Window = { readonly limit: number; readonly lengthMs: number };

/** What the headers say while nobody set a limit: it is never reached. */
const UNLIMITED: Window = { limit: 1_000_000, lengthMs: 60_000 };
const SECOND_MS = 1_000;

/** How many requests the broker takes of the whole integration, in windows of its own clock. */
export class RateLimit {
  private endsMs = 0;
  private used = 0;
  /** Since the limit was set, or the sandbox started. */
  private exceeded = 0;

  constructor(private readonly store: Store) {}

  /** Null: as many as anybody likes. */
  set(perSecond: number | null): void {
    this.store
      .prepare(
        `INSERT INTO settings (name, value) VALUES ('broker.per-second', ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      .run(JSON.stringify(perSecond));
    this.endsMs = 0;
    this.exceeded = 0;
  }

  figures() {
    return { perSecond: this.perSecond(), exceeded: this.exceeded };
  }

  /** Counts one request. Whether it is one too many, and the headers that tell how things stand. */
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
    const row = this.store
      .prepare<[], { readonly value: string }>(
        `SELECT value FROM settings WHERE name = 'broker.per-second'`,
      )
      .get();
    return row === undefined ? null : (JSON.parse(row.value) as number | null);
  }
}

/** Before everything else: a request that is one too many is not carried out, nor goes it wrong. */
export const limitRequests = (app: FastifyInstance, rateLimit: RateLimit): void => {
  app.addHook('onRequest', async (_request, reply) => {
    const { allowed, headers } = rateLimit.count(Date.now());
    reply.headers(headers);
    if (allowed) return;
    const { status, code, message } = tooMany('rate limit exceeded');
    return reply.code(status).send({ code, message });
  });
};
