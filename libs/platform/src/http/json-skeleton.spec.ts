import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { JsonSkeleton } from './json-skeleton.js';

/** Reads a text in pieces of these lengths, over and over, and puts the long strings back in. */
const read = (bytes: Buffer, lengths: readonly number[], skeletonBytesMax = 100_000): unknown => {
  const texts = new Map<string, Buffer[]>();
  let ended = 0;
  const skeleton = new JsonSkeleton({
    longFromBytes: 10,
    skeletonBytesMax,
    open: () => {
      const pieces: Buffer[] = [];
      const name = `long-${texts.size}`;
      texts.set(name, pieces);
      return { name, write: (piece) => pieces.push(Buffer.from(piece)), end: () => ended++ };
    },
  });
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? bytes.length;
    skeleton.write(bytes.subarray(at, at + length));
    at += length;
  }
  const text = skeleton.end().toString();
  expect(ended).toBe(texts.size);
  const put = (value: unknown): unknown => {
    if (typeof value === 'string')
      return texts.has(value) ? Buffer.concat(texts.get(value)!).toString() : value;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [put(key), put(each)]));
  };
  return put(JSON.parse(text));
};

const whole = (text: string) => read(Buffer.from(text), []);

describe('a skeleton', () => {
  it('leaves out long strings only', () => {
    const opened: string[] = [];
    const skeleton = new JsonSkeleton({
      longFromBytes: 10,
      skeletonBytesMax: 100,
      open: () => ({ name: 'N', write: (bytes) => opened.push(bytes.toString()), end: () => 0 }),
    });
    skeleton.write(Buffer.from('{"a": "123456789", "b":["1234567890"]}'));
    expect(skeleton.end().toString()).toBe('{"a": "123456789", "b":["N"]}');
    expect(opened).toEqual(['1234567890']);
  });

  it('and its strings are the text, however it is cut and escaped', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.integer(),
        fc.constantFrom(null, true, ''),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 20 }), tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(value, lengths, fc.boolean(), (given, cuts, escapes) => {
        fc.pre(!JSON.stringify(given).includes('__proto__'));
        const text = JSON.stringify(given);
        const sent = escapes ? text.replaceAll('/', '\\/').replaceAll('é', '\\u00e9') : text;
        const wanted = JSON.parse(sent) as unknown;
        expect(read(Buffer.from(sent), cuts)).toEqual(JSON.parse(JSON.stringify(wanted)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['slashes', '"aaaaaaaaaa\\/b\\/c"', 'aaaaaaaaaa/b/c'],
    ['letters', '"\\u0041aaaaaaaaa\\u0042"', 'AaaaaaaaaaB'],
    ['quotes', '"aaaaaaaaaaaaa\\"\\\\"', 'aaaaaaaaaaaaa"\\'],
  ])('resolves escaped %s of long strings', (_, text, expected) =>
    expect(whole(text)).toBe(expected),
  );

  it('keeps a letter whole that is cut where a string with an escape turns out long', () => {
    const text = '"\\"12345𐀀𐀀"';
    for (let cut = 1; cut < 18; cut++) {
      expect(read(Buffer.from(text), [cut, 30])).toBe('"12345𐀀𐀀');
    }
  });

  it('takes thousands of escapes as they come', () => {
    const text = 'abc/'.repeat(20_000);
    expect(whole(`"${text.replaceAll('/', '\\/')}"`)).toBe(text);
  });

  it.each([
    ['line breaks', '\\n', '\n'],
    ['letters', '\\u0001', '\u0001'],
    ['slashes between letters', 'a\\/', 'a/'],
  ])('makes nothing for each of thousands of %s', (_, escape, resolved) => {
    const pieces: string[] = [];
    const skeleton = new JsonSkeleton({
      longFromBytes: 1_000,
      skeletonBytesMax: 100,
      open: () => ({ name: 'N', write: (bytes) => pieces.push(bytes.toString()), end: () => 0 }),
    });
    const text = Buffer.from(`"${escape.repeat(30_000)}"`);
    const spies = [jest.spyOn(JSON, 'parse'), jest.spyOn(Buffer, 'from')];
    skeleton.write(text);
    const made = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    expect(made).toBeLessThan(20);
    expect(skeleton.end().toString()).toBe('"N"');
    expect(pieces.length).toBeLessThan(20);
    expect(pieces.join('')).toBe(resolved.repeat(30_000));
  });

  it('resolves every escape as JSON has it', () => {
    for (let unit = 0; unit < 0x10000; unit += unit < 0x900 ? 1 : 97) {
      const escape = `\\u${unit.toString(16).padStart(4, '0')}`;
      const text = `"${'a'.repeat(10)}${escape}"`;
      const wanted = JSON.parse(text) as string;
      expect(whole(text)).toBe(Buffer.from(wanted).toString());
    }
    expect(whole('"aaaaaaaaaa\\b\\f\\n\\r\\t\\"\\\\\\/\\u00eF"')).toBe('aaaaaaaaaa\b\f\n\r\t"\\/ï');
  });

  it.each([
    ['cut off in a long string', '{"a":"12345678901'],
    ['cut off in a short string', '{"a":"1'],
    ['cut off in an escape', '{"a":"1\\'],
    ['a line break in a long string', '"12345678901\n2"'],
    ['a line break in a short string', '"1\n2"'],
    ['an unknown escape in a long string', '"123456789012\\q"'],
    ['half a letter in a long string', '"123456789012\\u12G4"'],
  ])('refuses %s', (_, text) =>
    expect(() => whole(text)).toThrow(
      expect.objectContaining({ refusal: 'malformed', code: 'validation_failed' }),
    ),
  );

  it('refuses more than it may hold', () => {
    const spaces = Buffer.from(`[${' '.repeat(1_000)}]`);
    expect(() => read(spaces, [64], 500)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ code: 'json_too_large' })] }),
    );
    const long = Buffer.from(`["${'a'.repeat(1_000)}"]`);
    expect(read(long, [64], 500)).toEqual(['a'.repeat(1_000)]);
  });
});
