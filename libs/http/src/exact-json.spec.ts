import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Refused } from '#kernel/refused.js';
import { ExactNumber, parseJson } from './exact-json.js';
import { pointerTo } from './json-pointer.js';

const refusal = (text: string): Refused => {
  try {
    parseJson(text);
  } catch (error) {
    return error as Refused;
  }
  throw new Error('was accepted');
};

describe('parsing JSON', () => {
  it('equals JSON.parse for numbers that a double represents', () => {
    const text = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value));
    fc.assert(fc.property(text, (json) => expect(parseJson(json)).toEqual(JSON.parse(json))));
  });
  it.each(['', ' ', '{"a":1}x', "{'a':1}", '{"a":01}', '[1,]', '{"a":"\n"}', 'NaN', '"\\x"', '"'])(
    'rejects %j as a whole',
    (text) => {
      expect(refusal(text)).toMatchObject({
        refusal: 'malformed',
        errors: [{ pointer: '', code: 'json_malformed' }],
      });
    },
  );
  it('counts the last of several members with the same name', () => {
    expect(parseJson('{"a":1,"b":{"c":2,"c":3},"\\u0061":4}')).toEqual({ a: 4, b: { c: 3 } });
  });
});

describe('the digits of a number', () => {
  it.each([
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['9007199254740993', '9007199254740993'],
    ['1e400', '1e400'],
    ['-1234567890.12345678901', '-1234567890.12345678901'],
  ])('are preserved where a double loses them: %s', (digits, text) => {
    expect(parseJson(`{"n":${digits}}`)).toEqual({ n: new ExactNumber(text) });
    expect(parseJson(`[${digits}]`)).toEqual([new ExactNumber(text)]);
    expect(parseJson(digits)).toEqual(new ExactNumber(text));
  });
  it.each(['0', '-0', '1.50', '15e-1', '0.1', '1e-7', '1E21', '123456789.123456'])(
    'make a plain number where a double has them: %s',
    (digits) => expect(parseJson(digits)).toBe(Number(digits)),
  );
  it('make a plain number for every double', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, (n) => expect(parseJson(JSON.stringify(n))).toBe(n === 0 ? 0 : n)),
    );
  });
});

describe('hostile JSON', () => {
  it('never sets a prototype', () => {
    const body = parseJson('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as object;
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Object.keys(body)).toEqual(['__proto__', 'constructor']);
  });
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('rejects a thousand nested %j at the limit', (opening, closing) => {
    const deep = `${opening.repeat(1_000)}1${closing.repeat(1_000)}`;
    const { errors } = refusal(`{"email":${deep}}`);
    expect(errors).toMatchObject([{ code: 'json_too_deep' }]);
    expect(errors[0]?.pointer).toMatch(/^\/email\//);
  });
  it('rejects nesting that would overflow the stack', () => {
    const { errors } = refusal(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`);
    expect(errors).toMatchObject([{ pointer: '', code: 'json_too_deep' }]);
  });
  it.each(['[]', '{}'])('rejects more than a thousand members in %s', ([opening, closing]) => {
    const members = Array.from({ length: 1_001 }, (_, i) => (opening === '[' ? '1' : `"${i}":1`));
    const { errors } = refusal(`{"files":${opening}${members.join(',')}${closing}}`);
    expect(errors).toMatchObject([{ pointer: '/files', code: 'json_too_large' }]);
  });
  it('reports short pointers to long names', () => {
    expect(pointerTo('a/b~c', 'x'.repeat(1_000_000))).toBe(`/a~1b~0c/${'x'.repeat(100)}`);
  });
});
