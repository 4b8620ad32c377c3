import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Refused } from '#kernel/refused.js';
import { pointerTo } from './json-pointer.js';
import { memberErrorsOf, numberText } from './json-metadata.js';
import { parseJson } from './strict-json.js';

const refusal = (text: string): Refused => {
  try {
    parseJson(text);
  } catch (error) {
    return error as Refused;
  }
  throw new Error('was accepted');
};

const outcome = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return { value: parse(text) };
  } catch {
    return 'refused';
  }
};

describe('parsing JSON', () => {
  it('equals JSON.parse for valid text', () => {
    const withoutProto = fc.jsonValue({ maxDepth: 6 }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(withoutProto, fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
        fc.pre(!text.includes('__proto__'));
        const spaced = JSON.stringify(JSON.parse(text), null, indent);
        expect(parseJson(spaced)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });
  it('accepts and rejects the same broken text as JSON.parse', () => {
    const pieces = ['{', '}', '[', ']', '"', ':', ',', '\\', '\\u00', 'a', '1', '-', '.', 'e', '0'];
    const text = fc
      .array(fc.constantFrom(...pieces, 'true', 'nul', 'null', ' ', '\n', '\u0000', '"a":', '+'))
      .map((some) => some.join(''));
    fc.assert(
      fc.property(text, (broken) => {
        const ours = outcome(parseJson, broken);
        // Repeated members are the only difference.
        fc.pre(!JSON.stringify(ours).includes('"a"'));
        expect(ours).toEqual(outcome(JSON.parse, broken));
      }),
      { numRuns: 5_000 },
    );
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
  it('reports the position of the error', () => {
    expect(refusal('{"a":tru}').message).toContain('at character 6');
  });
});

describe('details that JSON.parse loses', () => {
  it('preserves the digits of numbers', () => {
    const body = parseJson('{"qty": 0.12345678901234567890, "list": [1e400, 1.0]}') as {
      list: object;
    };
    expect(numberText(body, 'qty')).toBe('0.12345678901234567890');
    expect(numberText(body.list, '0')).toBe('1e400');
    expect(numberText(body.list, '1')).toBe('1.0');
    expect(numberText(body, 'list')).toBeUndefined();
  });
  it('reports every repeated member and keeps the first', () => {
    const body = parseJson('{"a":1,"b":{"c":2,"c":3},"a":4}');
    expect(body).toEqual({ a: 1, b: { c: 2 } });
    expect(numberText(body as object, 'a')).toBe('1');
    expect(memberErrorsOf(body)).toMatchObject([
      { pointer: '/b/c', code: 'field_repeated' },
      { pointer: '/a', code: 'field_repeated' },
    ]);
  });
  it('recognizes a repeated name that is written with an escape', () => {
    expect(memberErrorsOf(parseJson('{"a":1,"\\u0061":2}'))).toHaveLength(1);
  });
});

describe('hostile JSON', () => {
  it('never sets a prototype', () => {
    const body = parseJson('{"__proto__":{"admin":true},"constructor":{"prototype":{}}}') as object;
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(Object.keys(body)).toEqual(['constructor']);
    expect(memberErrorsOf(body)).toMatchObject([{ pointer: '/__proto__', code: 'field_unknown' }]);
  });
  it.each(['[', '{"a":'])('rejects ten thousand times %j where it gets too deep', (opening) => {
    const { errors } = refusal(`{"email":${opening.repeat(10_000)}`);
    expect(errors).toMatchObject([{ code: 'json_too_deep' }]);
    expect(errors[0]?.pointer).toMatch(/^\/email\//);
  });
  it.each([['['], ['{']])('rejects more than a thousand members after %s', (opening) => {
    const members = Array.from({ length: 1_001 }, (_, i) => (opening === '[' ? '1' : `"${i}":1`));
    const { errors } = refusal(`{"files":${opening}${members.join(',')}`);
    expect(errors).toMatchObject([{ pointer: '/files', code: 'json_too_large' }]);
  });
  it('reads megabytes of text at once', () => {
    const content = 'A'.repeat(20_000_000);
    expect(parseJson(`{"content":"${content}"}`)).toEqual({ content });
  });
  it('reports short pointers to long names', () => {
    expect(pointerTo('a/b~c', 'x'.repeat(1_000_000))).toBe(`/a~1b~0c/${'x'.repeat(100)}`);
  });
});
