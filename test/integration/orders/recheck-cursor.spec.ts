import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RecheckCursor } from '../../../libs/orders/src/recheck-ended-orders/recheck-cursor.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

let server: TestRedis;
let redis: Redis;
let asked: RecheckCursor;

beforeAll(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url);
  asked = new RecheckCursor(redis);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const [first, second] = [
  { place: 1n, orderId: 'o-1' },
  { place: 9_007_199_254_740_993n, orderId: 'o-2' },
];

describe('up to where orders that ended were asked for', () => {
  it('is nowhere at first', async () => expect(await asked.last('hour')).toBeNull());

  it('moves for each look by itself', async () => {
    expect(await asked.move('hour', null, first)).toBe(true);
    expect(await asked.move('hour', first, second)).toBe(true);
    expect(await asked.last('hour')).toEqual(second);
    expect(await asked.last('close')).toBeNull();
  });

  it('does not move once Redis was wiped, for its jobs are gone too', async () => {
    await asked.move('hour', null, first);
    await redis.flushall();
    expect(await asked.move('hour', first, second)).toBe(false);
    expect(await asked.last('hour')).toBeNull();
  });

  it('does not move when another worker was faster', async () => {
    await asked.move('hour', null, second);
    expect(await asked.move('hour', null, first)).toBe(false);
    expect(await asked.last('hour')).toEqual(second);
  });
});
