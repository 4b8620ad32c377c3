import { describe, expect, it } from '@jest/globals';
import { isRedisUnavailable } from './redis-unavailable.js';

const named = (name: string) => Object.assign(new Error('x'), { name });
const coded = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

describe('Redis is unavailable', () => {
  it.each([
    [new Error('Connection is closed.')],
    [new Error('Command timed out')],
    [new Error("OOM command not allowed when used memory > 'maxmemory'.")],
    [new Error('LOADING Redis is loading the dataset in memory')],
    [new Error("READONLY You can't write against a read only replica.")],
    [named('MaxRetriesPerRequestError')],
    [coded('ECONNREFUSED')],
  ])('when it says %s', (error) => expect(isRedisUnavailable(error)).toBe(true));
});

describe('Redis is available', () => {
  it.each([
    [new Error('WRONGTYPE Operation against a key holding the wrong kind of value')],
    [new Error('ERR syntax error')],
    [new TypeError('Redis did not return a list')],
    ['Connection is closed.'],
    [null],
  ])('when it says %s', (error) => expect(isRedisUnavailable(error)).toBe(false));
});
