import { type RedisClient, Script } from '#redis/script.js';
import type { Recheck } from '../order/after-end.js';

/**
 * An end of an order. `place`: its log position. The order's id shows whether the log was replaced.
 */
export type End = { readonly place: bigint; readonly orderId: string };

const KEY = 'ended-orders:asked';

/**
 * KEYS: the cursors. ARGV: recheck, expected value (empty: none), new value. Returns 0 if the value
 * has changed.
 */
const MOVE = new Script(`
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
`);

/**
 * Last end that was enqueued, for each recheck. Redis has the cursor and the jobs, and the cursor
 * is written last, so a loss of data cannot keep a cursor whose jobs are lost.
 */
export class RecheckCursor {
  constructor(private readonly redis: RedisClient) {}

  /** Returns null before the first recheck, and after a wipe of Redis. */
  async last(recheck: Recheck): Promise<End | null> {
    const text = await this.redis.hget(KEY, recheck);
    return text === null ? null : endOf(text);
  }

  /**
   * Moves the cursor. Returns false if it was not at `from`: Redis was wiped, or another worker
   * moved it.
   */
  async move(recheck: Recheck, from: End | null, to: End): Promise<boolean> {
    const before = from === null ? '' : textOf(from);
    return (await MOVE.run(this.redis, [KEY], [recheck, before, textOf(to)])) === 1;
  }
}

const textOf = ({ place, orderId }: End): string => `${place}/${orderId}`;

const endOf = (text: string): End => {
  const [place = '', orderId = ''] = text.split('/');
  return { place: BigInt(place), orderId };
};
