import { randomUUID } from 'node:crypto';
import { type RedisClient, Script } from '../script.js';
import { fairShare } from './fair-share.js';
import { LEASE_TIMEOUT_MS } from '../timing.js';

const BEAT = 'beat ';
const HOLDER = 'holder ';

/**
 * KEYS: leases. ARGV: own id, next heartbeat or '' without one, then each silent process with its
 * last known heartbeat.
 */
const HEARTBEAT = new Script(`
for i = 3, #ARGV, 2 do
  local beat = '${BEAT}' .. ARGV[i]
  if redis.call('HGET', KEYS[1], beat) == ARGV[i + 1] then redis.call('HDEL', KEYS[1], beat) end
end
if ARGV[2] == '' then redis.call('HDEL', KEYS[1], '${BEAT}' .. ARGV[1])
else redis.call('HSET', KEYS[1], '${BEAT}' .. ARGV[1], ARGV[2]) end
return redis.call('HGETALL', KEYS[1])
`);

/**
 * KEYS: leases. ARGV: own id, a name, its known holder and the holder's known heartbeat. Returns 1 if
 * this process holds the lease now.
 */
const TAKE = new Script(`
local holder = redis.call('HGET', KEYS[1], '${HOLDER}' .. ARGV[2]) or ''
local beat = redis.call('HGET', KEYS[1], '${BEAT}' .. holder) or ''
if holder ~= ARGV[3] or (beat ~= '' and beat ~= ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], '${HOLDER}' .. ARGV[2], ARGV[1])
return 1
`);

/** KEYS: leases. ARGV: own id, names. */
const LEAVE = new Script(`
for i = 2, #ARGV do
  local holder = '${HOLDER}' .. ARGV[i]
  if redis.call('HGET', KEYS[1], holder) == ARGV[1] then redis.call('HDEL', KEYS[1], holder) end
end
return 1
`);

type Seen = { readonly heartbeat: string; readonly atMs: number };

/** `mine`: names that this process holds. `surplus`: those of them that it must hand over. */
export type Assignment = { readonly mine: readonly string[]; readonly surplus: readonly string[] };

/**
 * Leases that several processes share evenly. Each process writes a heartbeat. The others take over
 * if it has not changed for `LEASE_TIMEOUT_MS` on their monotonic clocks. Leases do not expire, so
 * adjusted clocks do not matter. Two processes may hold a lease for a moment, for example after one
 * was stopped and continued. So a lease saves work, but does not guarantee exclusion.
 */
export class LeaseGroup {
  readonly own = randomUUID();
  private heartbeats = 0;
  /** Heartbeats of other processes. */
  private seen = new Map<string, Seen>();

  constructor(
    private readonly redis: RedisClient,
    private readonly key: string,
    private readonly elapsedMs: () => number = () => performance.now(),
  ) {}

  /**
   * Renews the process's leases, takes its share of the names, and returns the names to hand over.
   * The caller runs it a few times a second. A process without names does not take part.
   */
  async look(names: readonly string[]): Promise<Assignment> {
    const found = await this.heartbeat(names.length > 0);
    const holders = new Map([...partsOf(found, HOLDER)]);
    const alive = this.watch(new Map(partsOf(found, BEAT)));
    const share = fairShare({ own: this.own, names, holders, alive: [this.own, ...alive] });
    const held = [...holders].filter(([, holder]) => holder === this.own).map(([name]) => name);
    const mine = [...held];
    const free = names.filter((name) => !alive.includes(holders.get(name) ?? ''));
    // With fewer leases than processes, the first process that sees a free lease takes it.
    const wanted = share.length === 0 && held.length === 0 ? free.slice(0, 1) : share;
    for (const name of wanted.filter((each) => !held.includes(each))) {
      const holder = holders.get(name) ?? '';
      if (alive.includes(holder)) continue;
      const heartbeat = found.get(`${BEAT}${holder}`) ?? '';
      const taken = await TAKE.run(this.redis, [this.key], [this.own, name, holder, heartbeat]);
      if (taken === 1) mine.push(name);
    }
    return { mine, surplus: held.filter((name) => !share.includes(name)) };
  }

  /** Releases leases, so that other processes can take them at once. */
  async leave(names: readonly string[]): Promise<void> {
    await LEAVE.run(this.redis, [this.key], [this.own, ...names]);
  }

  /** Releases leases and removes the heartbeat. */
  async leaveAll(names: readonly string[]): Promise<void> {
    await this.leave(names);
    await this.redis.hdel(this.key, `${BEAT}${this.own}`);
  }

  private async heartbeat(takesPart: boolean): Promise<ReadonlyMap<string, string>> {
    const silent = [...this.seen].filter(([, seen]) => this.isSilent(seen));
    const gone = silent.flatMap(([id, { heartbeat }]) => [id, heartbeat]);
    const next = takesPart ? `${++this.heartbeats}` : '';
    const args = [this.own, next, ...gone];
    const flat = (await HEARTBEAT.run(this.redis, [this.key], args)) as readonly string[];
    return new Map(flat.flatMap((field, i) => (i % 2 === 0 ? [[field, flat[i + 1] ?? '']] : [])));
  }

  /** Returns the other processes with a recent heartbeat. */
  private watch(beats: ReadonlyMap<string, string>): readonly string[] {
    const others = [...beats].filter(([id]) => id !== this.own);
    this.seen = new Map(
      others.map(([id, heartbeat]) => {
        const before = this.seen.get(id);
        return [
          id,
          before?.heartbeat === heartbeat ? before : { heartbeat, atMs: this.elapsedMs() },
        ];
      }),
    );
    return others.map(([id]) => id).filter((id) => !this.isSilent(this.seen.get(id)));
  }

  private isSilent(seen: Seen | undefined): boolean {
    return seen !== undefined && this.elapsedMs() - seen.atMs >= LEASE_TIMEOUT_MS;
  }
}

const partsOf = (found: ReadonlyMap<string, string>, start: string): [string, string][] =>
  [...found]
    .filter(([field]) => field.startsWith(start))
    .map(([field, value]) => [field.slice(start.length), value]);
