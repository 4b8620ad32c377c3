import { describe, expect, it } from '@jest/globals';
import { BufferPool, type BufferLease, type SlabPoolOptions } from './buffer-pool.js';

const OPTIONS = {
  ...{ slabBytes: 8, slabsMax: 4, slabsPerHolder: 4 },
  ...{ waitingMax: 2, waitingPerHolder: 2, waitMs: 20_000 },
};
const pool = (options: Partial<SlabPoolOptions> = {}) => {
  const slabs = new BufferPool({ ...OPTIONS, ...options });
  const reserve = (count: number, holder = 'a', gone = new AbortController().signal) =>
    slabs.reserve(count, holder, gone);
  return { reserve };
};
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
    const noted = (name: string) => (lease: BufferLease) => {
      order.push(name);
      return lease;
    };
    const large = four.reserve(4, 'b').then(noted('large'));
    const small = four.reserve(1, 'c').then(noted('small'));
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

  it('leaves room for others, however much one holder asks for', async () => {
    const four = pool({ slabsPerHolder: 3 });
    const own = [await four.reserve(2, 'a'), four.reserve(2, 'a')] as const;
    await expect(four.reserve(2, 'b')).resolves.toBeDefined();
    own[0].release();
    await expect(own[1]).resolves.toBeDefined();
  });

  it('goes on with who holds least', async () => {
    const four = pool({ waitingMax: 3 });
    const first = await four.reserve(1, 'a');
    const second = await four.reserve(3, 'b');
    const order: string[] = [];
    const noted = (name: string) => () => order.push(name);
    const waiting = [four.reserve(1, 'b').then(noted('b')), four.reserve(1, 'c').then(noted('c'))];
    first.release();
    await settled();
    expect(order).toEqual(['c']);
    second.release();
    await Promise.all(waiting);
  });

  it('forgets at once who goes away while it waits', async () => {
    const four = pool({ waitingMax: 1 });
    const first = await four.reserve(4, 'a');
    const leave = new AbortController();
    const left = four.reserve(4, 'b', leave.signal);
    await expect(four.reserve(1, 'c')).rejects.toEqual(refused);
    leave.abort();
    const next = four.reserve(1, 'c');
    first.release();
    await expect(next).resolves.toBeDefined();
    await expect(left).rejects.toEqual(refused);
    await expect(four.reserve(1, 'd', AbortSignal.abort())).rejects.toEqual(refused);
    await expect(four.reserve(3, 'd')).resolves.toBeDefined();
  });

  it('does not let one holder fill the line', async () => {
    const four = pool({ waitingPerHolder: 1 });
    const first = await four.reserve(4, 'a');
    const own = four.reserve(1, 'b');
    await expect(four.reserve(1, 'b')).rejects.toEqual(refused);
    const other = four.reserve(1, 'c');
    first.release();
    await Promise.all([own, other]);
  });

  it('does not promise what it will never have', () =>
    expect(pool().reserve(5)).rejects.toThrow(RangeError));
});
