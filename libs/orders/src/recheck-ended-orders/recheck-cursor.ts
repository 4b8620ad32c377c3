import { type RedisClient, Script } from '#redis/script.js';
import type { Recheck } from '../order/after-end.js';

/** An end of an order, by its place in the log; the order tells whether it is still the same log. */
export type End = { readonly place: bigint; readonly orderId: string };

const KEY = 'ended-orders:asked';

/** KEYS: all ends. ARGV: look, what was read or empty for nothing, what replaces it. 0: it has changed. */
const MOVE = new Script(`
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
`);

/**
 * Up to which end orders were asked for, for each look. It stands beside the jobs and is written after
 * them: whatever Redis loses, it never loses a job and keeps what says that there was one.
 */
export class RecheckCursor {
  constructor(private readonly redis: RedisClient) {}

  /** Null: nobody has asked, or Redis was wiped. @throws what Redis does. */
  async last(look: Recheck): Promise<End | null> {
    const text = await this.redis.hget(KEY, look);
    return text === null ? null : endOf(text);
  }

  /** Whether it still was `from`: if not, Redis was wiped meanwhile, or another worker asks too. */
  async move(look: Recheck, from: End | null, to: End): Promise<boolean> {
    const before = from === null ? '' : textOf(from);
    return (await MOVE.run(this.redis, [KEY], [look, before, textOf(to)])) === 1;
  }
}

const textOf = ({ place, orderId }: End): string => `${place}/${orderId}`;

const endOf = (text: string): End => {
  const [place = '', orderId = ''] = text.split('/');
  return { place: BigInt(place), orderId };
};
