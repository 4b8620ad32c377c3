import { expect, it } from '@jest/globals';
import { healthOf } from './health.js';

const well = { name: 'redis', look: () => 'ok' };

it('is ready when all that it needs is there', async () => {
  const standing = { name: 'lease', look: async () => 'follower' };
  expect(await healthOf([well, standing])).toEqual({
    ready: true,
    checks: { redis: 'ok', lease: 'follower' },
  });
});

it.each([
  [
    'throws',
    () => {
      throw new Error('away');
    },
  ],
  ['rejects', () => Promise.reject(new Error('away'))],
])('is not ready when a check %s, and says why', async (_, look) => {
  expect(await healthOf([well, { name: 'event_store', look }])).toEqual({
    ready: false,
    checks: { redis: 'ok', event_store: 'away' },
  });
});

it('does not wait for what never answers', async () => {
  const { ready, checks } = await healthOf([{ name: 'redis', look: () => new Promise(() => 0) }]);
  expect([ready, checks['redis']]).toEqual([false, 'redis: no answer within 2000 ms']);
});
