import { z } from 'zod';
import { scheduledJobKey } from './job-schedule.js';
import { type RedisClient, Script } from '#redis/script.js';

const schema = z.object({
  /** ISO 8601 UTC. */
  firstAt: z.string(),
  lastAt: z.string(),
  /** Number of failed attempts, without runs that only waited for a provider. */
  tries: z.number().int(),
  /** Reason of the last real failure, without personal data. */
  reason: z.string(),
  /** Whether a job has used its last attempt. */
  gaveUp: z.boolean(),
});

/** Failures of a job for an object since its last success. */
export type Failure = Readonly<z.infer<typeof schema>>;

const KEY = 'attention:failures';
/** Limit of records. At the limit new failures are not recorded until others are removed. */
const NOTED_MAX = 10_000;
const SCAN_COUNT = 500;
const REASON_LENGTH_MAX = 500;

/** Result of a failed attempt. */
export type FailedTry = Pick<Failure, 'reason' | 'gaveUp'> & {
  /** The attempt only waited for an unhealthy provider. An earlier reason says more and stays. */
  readonly onlyWaits?: boolean;
};

/** KEYS: records. ARGV: member, time, reason, gave up ('1'), only waits ('1'), limit of records. */
const NOTE = new Script(`
local old = redis.call('HGET', KEYS[1], ARGV[1])
local note = { firstAt = ARGV[2], tries = 0, gaveUp = false }
if old then note = cjson.decode(old)
elseif redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[6]) then return 0 end
local waits = ARGV[5] == '1'
if not waits then note.tries = note.tries + 1 end
if not (old and waits) then
  note.lastAt = ARGV[2]
  note.reason = ARGV[3]
end
note.gaveUp = note.gaveUp or ARGV[4] == '1'
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(note))
return 1
`);

/**
 * Records the failures of jobs by job and subject. A success removes the record. Redis may lose it:
 * open work is retried within seconds and recorded again.
 */
export class Failures {
  constructor(private readonly redis: RedisClient) {}

  /** Records a failed attempt. @throws errors of Redis */
  async note(
    jobName: string,
    id: string,
    { reason, gaveUp, onlyWaits = false }: FailedTry,
    now: Date,
  ): Promise<void> {
    const short = reason.slice(0, REASON_LENGTH_MAX);
    const about = [scheduledJobKey(jobName, id), now.toISOString(), short];
    const flags = [gaveUp, onlyWaits].map((flag) => (flag ? '1' : '0'));
    await NOTE.run(this.redis, [KEY], [...about, ...flags, NOTED_MAX]);
  }

  /** Removes the record after a success. @throws errors of Redis */
  async forget(jobName: string, id: string): Promise<void> {
    await this.redis.hdel(KEY, scheduledJobKey(jobName, id));
  }

  /** Returns the failures by `scheduledJobKey`, at most 10 000. */
  async all(): Promise<ReadonlyMap<string, Failure>> {
    const found = new Map<string, Failure>();
    let cursor = '0';
    do {
      const [next, words] = await this.redis.hscan(KEY, cursor, 'COUNT', SCAN_COUNT);
      for (let i = 0; i + 1 < words.length; i += 2)
        found.set(words[i]!, schema.parse(JSON.parse(words[i + 1]!)));
      cursor = next;
    } while (cursor !== '0');
    return found;
  }
}
