import { describe, expect, it } from '@jest/globals';
import { SlabPool, type SlabLease, type SlabPoolOptions } from './slab-pool.js';

const pool = (options: Partial<SlabPoolOptions> = {}) =>
  new SlabPool({ slabBytes: 8, slabsMax: 4, waitingMax: 2, waitMs: 20_000, ...options });
const refused = expect.objectContaining({ code: 'uploads_busy', retryAfterS: 2 });
const settled = () => new Promise((done) => setImmediate(done));

describe('a pool of slabs', () => {
  it('gives as many as were set aside', async () => {
    const lease = await pool().reserve(2);
    expect([lease.take(), lease.take()].map(({ length }) => length)).toEqual([8, 8]);
    expect(() => lease.take()).toThrow(RangeError);
  });

  it('uses the same memory again, without what was in it', async () => {
    const one = pool({ slabsMax: 1 });
    const first = await one.reserve(1);
    const slab = first.take();
    slab.fill(7);
    first.release();
    const again = (await one.reserve(1)).take();
    expect(again).toBe(slab);
    expect(again.equals(Buffer.alloc(8))).toBe(true);
    expect(() => first.take()).toThrow(RangeError);
  });

  it('lets others wait for their turn, in order, and never gives out too much', async () => {
    const four = pool();
    const first = await four.reserve(3);
    const order: string[] = [];
    const noted = (name: string) => (lease: SlabLease) => {
      order.push(name);
      return lease;
    };
    const large = four.reserve(4).then(noted('large'));
    const small = four.reserve(1).then(noted('small'));
    await settled();
    expect(order).toEqual([]);
    first.release();
    first.release();
    const lease = await large;
    await settled();
    expect(order).toEqual(['large']);
    lease.release();
    await small;
    expect(order).toEqual(['large', 'small']);
  });

  it('lets nobody slip in between release and turn', async () => {
    const four = pool();
    const first = await four.reserve(4);
    const second = four.reserve(4);
    first.release();
    const third = four.reserve(1);
    (await second).release();
    (await third).release();
    await expect(four.reserve(4)).resolves.toBeDefined();
  });

  it('refuses when too many wait', async () => {
    const four = pool();
    const first = await four.reserve(4);
    const waiting = [four.reserve(1), four.reserve(1)];
    await expect(four.reserve(1)).rejects.toEqual(refused);
    first.release();
    await Promise.all(waiting);
  });

  it('refuses after a while, and goes on with who waits behind', async () => {
    const four = pool({ waitMs: 30 });
    await four.reserve(3);
    const large = four.reserve(2);
    await new Promise((done) => setTimeout(done, 10));
    const small = four.reserve(1);
    await expect(large).rejects.toEqual(refused);
    await expect(small).resolves.toBeDefined();
  });

  it('does not promise what it will never have', () =>
    expect(pool().reserve(5)).rejects.toThrow(RangeError));
});
