import { describe, expect, it } from '@jest/globals';
import { memoizeParse } from './memoize-parse.js';

const counting = <Event>(answer: (data: unknown) => Event) => {
  const parse = (_type: string, data: unknown) => {
    parse.calls++;
    return answer(data);
  };
  parse.calls = 0;
  return parse;
};

describe('a memoized parse', () => {
  it('parses an event once for each parser', () => {
    const [text, length] = [counting(String), counting((data) => String(data).length)];
    const reading = memoizeParse({ type: 'Set', data: 'abc' });
    expect([reading(text), reading(text), reading(length), reading(text)]).toEqual([
      'abc',
      'abc',
      3,
      'abc',
    ]);
    expect([text.calls, length.calls]).toEqual([2, 1]);
  });

  it('throws the error of the parser at each call', () => {
    const fails = counting(() => {
      throw new Error('Unknown thing');
    });
    const reading = memoizeParse({ type: 'Set', data: 'abc' });
    for (let ask = 0; ask < 2; ask++) expect(() => reading(fails)).toThrow('Unknown thing');
  });
});
