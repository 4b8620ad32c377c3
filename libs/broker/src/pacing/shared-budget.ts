import { z } from 'zod';
import { CooldownBreaker } from '#kernel/concurrency/cooldown-breaker.js';
import { type RedisClient, Script } from '#redis/script.js';
import type { Budget } from './budget.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Retention of the shared budget without a call. */
const PACING_RETENTION_MS = 2 * MINUTE_MS;
/** Longest wait for Redis. After it a process paces its calls alone. */
const PACING_REDIS_WITHIN_MS = 250;
/** Pause before the process asks Redis again after a late response. */
const PACING_REDIS_PAUSE_MS = 1_000;

const KEY = 'broker-pacing:budget';
const TRIES_MAX = 3;

/** Returns Redis's own clock, because machines' clocks differ, and the budget as text, or false. */
const READ = new Script(`
local t = redis.call('TIME')
return { t[1] .. string.format('%06d', t[2]), redis.call('GET', KEYS[1]) }
`);

/**
 * ARGV: expected text (empty for none), new text, and retention in ms. Returns 0 if the text has
 * changed.
 */
const REPLACE = new Script(`
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1
`);

const schema = z
  .object({
    limit: z.number(),
    left: z.number(),
    window: z.number(),
    endsAtMs: z.number(),
    lengthMs: z.number(),
    assumed: z.boolean(),
    pausedUntilMs: z.number(),
  })
  .nullable();

type Change<Result> = (
  before: Budget,
  nowMs: number,
) => { readonly budget: Budget; readonly result: Result };

/**
 * The budget that all processes share, in Redis. It is only an optimization. While Redis is
 * unavailable, empty or slow, each process uses its last known budget, and the broker's next
 * response corrects it.
 */
export class SharedBudget {
  /** Last known budget; undefined before the first read. */
  private known: Budget | undefined;
  /** The budget changed here, but not in Redis. */
  private isUnshared = false;
  private aheadMs = 0;
  private readonly patience: CooldownBreaker;

  /** `withinMs`: longest wait for Redis. */
  constructor(
    private readonly redis: RedisClient | null,
    withinMs = PACING_REDIS_WITHIN_MS,
  ) {
    this.patience = new CooldownBreaker('Redis', withinMs, PACING_REDIS_PAUSE_MS);
  }

  /** Whether the broker is known to be unlimited, so that Redis need not be asked. */
  get isUnlimited(): boolean {
    return this.known === null;
  }

  /** Calls that may still begin, as far as this process knows; null without a limit. */
  get left(): number | null {
    return this.known?.left ?? null;
  }

  /** Changes the budget for all processes. Never fails. `change` may run more than once. */
  async update<Result>(change: Change<Result>): Promise<Result> {
    const { redis } = this;
    if (redis === null) return this.alone(change);
    const waiting = { isOver: false };
    return this.patience
      .ask(() => this.together(redis, change, waiting))
      .catch(() => {
        waiting.isOver = true;
        return this.alone(change);
      });
  }

  private async together<Result>(
    redis: RedisClient,
    change: Change<Result>,
    waiting: { readonly isOver: boolean },
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const { text, nowMs } = await this.read(redis);
      // The change was already made alone, so it must not be made twice.
      if (waiting.isOver) throw new Error('too late');
      const before = this.latest(text);
      const { budget, result } = change(before, nowMs);
      this.known = budget;
      const after = JSON.stringify(budget);
      const isShared =
        after === text ||
        (await REPLACE.run(redis, [KEY], [text, after, PACING_RETENTION_MS])) === 1;
      this.isUnshared = !isShared;
      if (isShared || tries === TRIES_MAX) return result;
    }
  }

  /** Keeps the calls that this process counted alone, even if Redis has an older budget. */
  private latest(text: string): Budget {
    const { known = null, isUnshared } = this;
    if (text === '') return known;
    const shared = budgetIn(text);
    if (!isUnshared || known === null) return shared;
    return shared === null || known.endsAtMs >= shared.endsAtMs ? known : shared;
  }

  private async read(redis: RedisClient) {
    const [time, text] = (await READ.run(redis, [KEY], [])) as [string, string | null];
    const nowMs = Number(time) / 1_000;
    this.aheadMs = nowMs - performance.now();
    return { text: text ?? '', nowMs };
  }

  private alone<Result>(change: Change<Result>): Result {
    const { budget, result } = change(this.known ?? null, performance.now() + this.aheadMs);
    this.known = budget;
    this.isUnshared = true;
    return result;
  }
}

/** Returns null for a budget of another version or an unreadable one. */
const budgetIn = (text: string): Budget => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
