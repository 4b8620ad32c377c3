import { expect, it } from '@jest/globals';
import { healthOf } from './health.js';

const passing = { name: 'redis', look: () => 'ok' };

it('is ready when all checks pass', async () => {
  const lease = { name: 'lease', look: async () => 'follower' };
  expect(await healthOf([passing, lease])).toEqual({
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
])('is not ready when a check %s, and shows the reason', async (_, look) => {
  expect(await healthOf([passing, { name: 'event_store', look }])).toEqual({
    ready: false,
    checks: { redis: 'ok', event_store: 'away' },
  });
});

it('does not wait for a check that never ends', async () => {
  const { ready, checks } = await healthOf([{ name: 'redis', look: () => new Promise(() => 0) }]);
  expect([ready, checks['redis']]).toEqual([false, 'redis: no answer within 2000 ms']);
});
