import { describe, expect, it } from '@jest/globals';
import { pathFor } from './path-for.js';

describe('the path of a job’s object', () => {
  it.each([
    ['deposit', '4711', '/deposits/4711'],
    ['profile', '4711', '/users/4711?tab=profile'],
    ['settlement', '4711.12', '/settlements/4711'],
    ['dailyFunding', 'd-1.2026-03-02.u-1', '/users/u-1?tab=deposits'],
    ['transfer', '4711', '/find/transfer/4711'],
    ['webhooks', 'p-1.e-1', '/partners/p-1/webhooks/e-1'],
    ['reconciliation', 'broker', '/reconciliation'],
    ['order', '../users', '/orders/..%2Fusers'],
  ])('of %s %s is %s', (category, id, place) => {
    expect(pathFor(category, id)).toBe(place);
  });

  it.each(['nothing', 'constructor', '__proto__'])('of %s is null', (category) => {
    expect(pathFor(category, '1')).toBeNull();
  });
});
