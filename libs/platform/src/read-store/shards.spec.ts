import { describe, expect, it } from '@jest/globals';
import { shardOf, shardsOf } from './shards.js';

const PARTNERS = Array.from({ length: 400 }, (_, n) => `${n}`.padStart(8, '0'));

describe('shards', () => {
  it.each([1, 2, 4, 7])('share out all partners among %i, each to one', (count) => {
    const shards = shardsOf(count);
    for (const partnerId of PARTNERS)
      expect(shards.filter(({ holds }) => holds(partnerId))).toHaveLength(1);
    for (const { holds } of shards)
      expect(PARTNERS.filter(holds).length).toBeGreaterThan(PARTNERS.length / count / 2);
  });

  it('hold a partner whatever the case of its id', () => {
    const [one] = shardsOf(2);
    const ids = PARTNERS.map((digits) => `${digits}-aaaa-4aaa-8aaa-aaaaaaaaaaab`);
    for (const id of ids) expect(one?.holds(id.toUpperCase())).toBe(one?.holds(id));
  });

  it('are known by their checkpoints', () => {
    for (const { checkpoint, holds } of shardsOf(3)) {
      const shard = shardOf(checkpoint);
      expect(shard?.checkpoint).toBe(checkpoint);
      expect(PARTNERS.filter((id) => shard?.holds(id))).toEqual(PARTNERS.filter(holds));
    }
  });

  it.each(['filling', 'generations', 'shard 3 of 3', 'shard x of 2', 'shard 0 of 1 '])(
    'are not told by "%s"',
    (checkpoint) => expect(shardOf(checkpoint)).toBeNull(),
  );
});
