import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { DateTime } from 'luxon';

describe('a test file', () => {
  afterEach(() => void jest.useRealTimers());

  it('shares its realm with Node and packages', async () => {
    expect(DateTime.now().toJSDate()).toBeInstanceOf(Date);
    await expect(fetch('http://')).rejects.toBeInstanceOf(TypeError);
    expect(() => void JSON.parse('{')).toThrow(SyntaxError);
  });

  it('sets the time of packages', () => {
    jest.useFakeTimers({ now: 0 });
    expect(DateTime.now().toMillis()).toBe(0);
  });
});
