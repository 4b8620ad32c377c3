import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../exact-json.js';
import { bodyHash } from './body-hash.js';

const hashOf = (text: string) => bodyHash(parseJson(text));

describe('equal JSON values have the same hash', () => {
  it.each([
    ['{"a":1,"b":"x"}', '{ "b": "x",\n"a": 1 }'],
    ['{"qty":1.50}', '{"qty":15e-1}'],
    ['{"name":"\\u0041da"}', '{"name":"Ada"}'],
    ['{"n":{"y":[],"x":null}}', '{"n":{"x":null,"y":[]}}'],
  ])('%s and %s', (one, other) => {
    expect(hashOf(one)).toBe(hashOf(other));
  });
});

describe('different JSON values have different hashes', () => {
  it.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":[12]}', '{"a":[1,2]}'],
    ['{"a":{"b":1},"c":2}', '{"a":{"b":1,"c":2}}'],
    ['{"a":null}', '{}'],
    ['{}', '[]'],
    ['{"qty":0.12345678901234567890}', '{"qty":0.12345678901234567891}'],
    ['{"a":"b\\",\\"c"}', '{"a":"b","c":""}'],
  ])('%s and %s', (one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });
  it('exists for a missing body', () => {
    expect(bodyHash(undefined)).toMatch(/^[0-9a-f]{64}$/);
  });
});
