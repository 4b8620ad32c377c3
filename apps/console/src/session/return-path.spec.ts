import { describe, expect, it } from '@jest/globals';
import { returnPath } from './return-path.js';

const origin = 'https://console.example';

describe('the page after signing in', () => {
  it.each([
    ['/console/users?text=ada', '/console/users?text=ada'],
    ['/queues', '/queues'],
    ['/queues/queue/onboarding', '/queues/queue/onboarding'],
    [null, '/console'],
    ['', '/console'],
    ['/docs', '/console'],
    ['/consoles', '/console'],
    ['https://evil.example/console', '/console'],
    ['//evil.example/console', '/console'],
    ['/\\evil.example/console', '/console'],
    ['javascript:alert(1)', '/console'],
    ['/console/../docs', '/console'],
  ])('of %p is %s', (wanted, path) => {
    expect(returnPath(wanted, origin)).toBe(path);
  });
});
