import { z } from 'zod';
import { ShortPatience } from '../../core/short-patience.js';
import { PACING_KEPT_MS, PACING_REDIS_REST_MS, PACING_REDIS_WITHIN_MS } from '../../core/timing.js';
import { type RedisClient, Script } from '../../redis/script.js';
import type { Budget } from './budget.js';

const KEY = 'broker-pacing:budget';
const TRIES_MAX = 3;

/** Redis's own clock, since those of two machines differ, and the budget as text, or false. */
const READ = new Script(`
local t = redis.call('TIME')
return { t[1] .. string.format('%06d', t[2]), redis.call('GET', KEYS[1]) }
`);

/** ARGV: what was read, or empty for nothing; what replaces it; for how many ms. 0: it has changed. */
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
 * The one budget of all processes, in Redis. It is a hint only: while Redis is away, was wiped or is
 * slow, each process goes on with what it knows, and the broker's next answer puts it right.
 */
export class SharedBudget {
  /** As this process knows it; undefined before it asked for the first time. */
  private known: Budget | undefined;
  /** It changed here, and Redis has not heard of it. */
  private isUnshared = false;
  private aheadMs = 0;
  private readonly patience: ShortPatience;

  /** `withinMs`: how long Redis may take before this process goes on alone. */
  constructor(
    private readonly redis: RedisClient | null,
    withinMs = PACING_REDIS_WITHIN_MS,
  ) {
    this.patience = new ShortPatience('Redis', withinMs, PACING_REDIS_REST_MS);
  }

  /** Whether it is known that there is no limit, so that nobody needs to be asked. */
  get isUnlimited(): boolean {
    return this.known === null;
  }

  /** Calls that may still be begun, as far as this process knows; null when there is no limit. */
  get left(): number | null {
    return this.known?.left ?? null;
  }

  /** Changes it, for everybody. Never fails; `change` may run more than once. */
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
      // What comes late was done alone in the meantime, and is not to be paid for twice.
      if (waiting.isOver) throw new Error('too late');
      const before = this.latest(text);
      const { budget, result } = change(before, nowMs);
      this.known = budget;
      const after = JSON.stringify(budget);
      const isShared =
        after === text || (await REPLACE.run(redis, [KEY], [text, after, PACING_KEPT_MS])) === 1;
      this.isUnshared = !isShared;
      if (isShared || tries === TRIES_MAX) return result;
    }
  }

  /** What this process spent alone is spent, whatever Redis still says. */
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

/** Of another version of ours, or of nobody: as if there were none. */
const budgetIn = (text: string): Budget => {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};
