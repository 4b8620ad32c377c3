import { randomUUID } from 'node:crypto';
import { type RedisClient, Script } from '../script.js';
import { LEASE_TIMEOUT_MS } from '../timing.js';

/**
 * KEYS: lease. ARGV: own name, next heartbeat. Keeps or takes the lease; returns 1 when this
 * process holds it.
 */
const BEAT = new Script(`
local held = redis.call('HGET', KEYS[1], 'holder')
if held and held ~= ARGV[1] then return 0 end
if not held then redis.call('HINCRBY', KEYS[1], 'term', 1) end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'beat', ARGV[2])
return 1
`);

/** KEYS: lease. ARGV: own name, next beat, the silent holder and its last beat as seen. */
const TAKE = new Script(`
local held = redis.call('HMGET', KEYS[1], 'holder', 'beat')
if held[1] and (held[1] ~= ARGV[3] or held[2] ~= ARGV[4]) then return 0 end
redis.call('HINCRBY', KEYS[1], 'term', 1)
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'beat', ARGV[2])
return 1
`);

/** KEYS: lease. ARGV: own name. */
const LEAVE = new Script(`
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then redis.call('HDEL', KEYS[1], 'holder') end
return 1
`);

type Seen = { readonly holder: string; readonly heartbeat: string; readonly atMs: number };

/**
 * Elects one of several processes. The holder writes a heartbeat; a waiting process watches it and
 * takes over when it has not changed for `LEASE_TIMEOUT_MS` of its own steady clock. Nothing
 * expires, so adjusted clocks do not matter. Two processes may believe to hold the lease for a
 * moment, for example after one was stopped and continued. The lease saves work and protects
 * nothing.
 */
export class Lease {
  readonly holder = randomUUID();
  private heartbeat = 0;
  private seen: Seen | null = null;

  constructor(
    private readonly redis: RedisClient,
    private readonly key: string,
    private readonly elapsedMs: () => number = () => performance.now(),
  ) {}

  /**
   * Keeps, takes or awaits the lease; called a few times a second. Returns whether this process
   * holds it.
   */
  async hold(): Promise<boolean> {
    const next = `${++this.heartbeat}`;
    if ((await BEAT.run(this.redis, [this.key], [this.holder, next])) === 1) {
      this.seen = null;
      return true;
    }
    const silent = await this.watch();
    if (silent === null) return false;
    const taken = await TAKE.run(
      this.redis,
      [this.key],
      [this.holder, next, silent.holder, silent.heartbeat],
    );
    if (taken === 1) this.seen = null;
    return taken === 1;
  }

  /** How often it has changed hands since Redis was wiped; for messages. */
  async term(): Promise<string> {
    return (await this.redis.hget(this.key, 'term')) ?? '0';
  }

  /** Lets the next one begin at once. */
  async leave(): Promise<void> {
    await LEAVE.run(this.redis, [this.key], [this.holder]);
  }

  /** The holder and its last beat, once it has been silent for too long. */
  private async watch(): Promise<Seen | null> {
    const [holder, heartbeat] = await this.redis.hmget(this.key, 'holder', 'beat');
    const nowMs = this.elapsedMs();
    const { seen } = this;
    if (seen?.holder === (holder ?? '') && seen.heartbeat === (heartbeat ?? ''))
      return nowMs - seen.atMs >= LEASE_TIMEOUT_MS ? seen : null;
    this.seen = { holder: holder ?? '', heartbeat: heartbeat ?? '', atMs: nowMs };
    return null;
  }
}
