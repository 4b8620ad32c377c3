import { describe, expect, it } from '@jest/globals';
import { shardOf, shardsOf } from './shards.js';

const PARTNERS = Array.from({ length: 400 }, (_, n) => `${n}`.padStart(8, '0'));

describe('shards', () => {
  it.each([1, 2, 4, 7])('assign each partner to one of %i', (count) => {
    const shards = shardsOf(count);
    for (const partnerId of PARTNERS)
      expect(shards.filter(({ holds }) => holds(partnerId))).toHaveLength(1);
    for (const { holds } of shards)
      expect(PARTNERS.filter(holds).length).toBeGreaterThan(PARTNERS.length / count / 2);
  });

  it('hold a partner in any case of its id', () => {
    const [one] = shardsOf(2);
    const ids = PARTNERS.map((digits) => `${digits}-aaaa-4aaa-8aaa-aaaaaaaaaaab`);
    for (const id of ids) expect(one?.holds(id.toUpperCase())).toBe(one?.holds(id));
  });

  it('are found by their names', () => {
    for (const { name, holds } of shardsOf(3)) {
      const shard = shardOf(name);
      expect(shard?.name).toBe(name);
      expect(PARTNERS.filter((id) => shard?.holds(id))).toEqual(PARTNERS.filter(holds));
    }
  });

  it.each(['filling', 'generations', 'shard 3 of 3', 'shard x of 2', 'shard 0 of 1 '])(
    'do not include "%s"',
    (checkpoint) => expect(shardOf(checkpoint)).toBeNull(),
  );
});
