import { describe, expect, it } from '@jest/globals';
import { exactJson, exactNumber } from './exact-json.js';

describe('the JSON of a response', () => {
  it.each(['0', '-0', '-1.5', '2.50', '123456789.123456789', '0.000000001', '9007199254740993'])(
    'preserves the digits of %s',
    (text) => expect(exactJson({ n: exactNumber(text) })).toBe(`{"n":${text}}`),
  );
  it('is plain JSON for other values', () => {
    const answer = { a: [1, 'x "0.1"', null], b: { c: '1:2' } };
    expect(exactJson(answer)).toBe(JSON.stringify(answer));
  });
  it('separates numbers in lists', () =>
    expect(exactJson([exactNumber('1'), exactNumber('2')])).toBe('[1,2]'));
  it.each(['', '1e5', '.5', '01', 'NaN', '1"'])('rejects %j', (text) =>
    expect(() => exactNumber(text)).toThrow(RangeError),
  );
});
