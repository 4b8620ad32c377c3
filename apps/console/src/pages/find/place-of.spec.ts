import { describe, expect, it } from '@jest/globals';
import { placeOf } from './place-of.js';

describe('the place of what a job works on', () => {
  it.each([
    ['deposit', '4711', '/deposits/4711'],
    ['profile', '4711', '/users/4711?tab=profile'],
    ['settlement', '4711.12', '/settlements/4711'],
    ['dailyFunding', 'd-1.2026-03-02.u-1', '/users/u-1?tab=deposits'],
    ['reconciliation', 'broker', '/reconciliation'],
    ['order', '../users', '/orders/..%2Fusers'],
  ])('of %s %s is %s', (category, id, place) => {
    expect(placeOf(category, id)).toBe(place);
  });

  it.each(['nothing', 'constructor', '__proto__'])('of %s is none', (category) => {
    expect(placeOf(category, '1')).toBeNull();
  });
});
