import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { JsonExtractor } from './json-extractor.js';

/** Parses a text in pieces of these repeated lengths, and inserts the long strings again. */
const read = (bytes: Buffer, lengths: readonly number[], remainderBytesMax = 100_000): unknown => {
  const texts = new Map<string, Buffer[]>();
  let ended = 0;
  const extractor = new JsonExtractor({
    longFromBytes: 10,
    remainderBytesMax,
    open: () => {
      const pieces: Buffer[] = [];
      const name = `long-${texts.size}`;
      texts.set(name, pieces);
      return { name, write: (piece) => pieces.push(Buffer.from(piece)), end: () => ended++ };
    },
  });
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? bytes.length;
    extractor.write(bytes.subarray(at, at + length));
    at += length;
  }
  const text = extractor.end().toString();
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

describe('extracted JSON', () => {
  it('omits long strings only', () => {
    const opened: string[] = [];
    const extractor = new JsonExtractor({
      longFromBytes: 10,
      remainderBytesMax: 100,
      open: () => ({ name: 'N', write: (bytes) => opened.push(bytes.toString()), end: () => 0 }),
    });
    extractor.write(Buffer.from('{"a": "123456789", "b":["1234567890"]}'));
    expect(extractor.end().toString()).toBe('{"a": "123456789", "b":["N"]}');
    expect(opened).toEqual(['1234567890']);
  });

  it('and its long strings equal the text, with any pieces and escapes', () => {
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

  it('preserves a character that is cut where a string with an escape becomes long', () => {
    const text = '"\\"12345𐀀𐀀"';
    for (let cut = 1; cut < 18; cut++) {
      expect(read(Buffer.from(text), [cut, 30])).toBe('"12345𐀀𐀀');
    }
  });

  it('reads thousands of escapes', () => {
    const text = 'abc/'.repeat(20_000);
    expect(whole(`"${text.replaceAll('/', '\\/')}"`)).toBe(text);
  });

  it.each([
    ['line breaks', '\\n', '\n'],
    ['letters', '\\u0001', '\u0001'],
    ['slashes between letters', 'a\\/', 'a/'],
  ])('creates few objects for thousands of %s', (_, escape, resolved) => {
    const pieces: string[] = [];
    const extractor = new JsonExtractor({
      longFromBytes: 1_000,
      remainderBytesMax: 100,
      open: () => ({ name: 'N', write: (bytes) => pieces.push(bytes.toString()), end: () => 0 }),
    });
    const text = Buffer.from(`"${escape.repeat(30_000)}"`);
    const spies = [jest.spyOn(JSON, 'parse'), jest.spyOn(Buffer, 'from')];
    extractor.write(text);
    const made = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    expect(made).toBeLessThan(20);
    expect(extractor.end().toString()).toBe('"N"');
    expect(pieces.length).toBeLessThan(20);
    expect(pieces.join('')).toBe(resolved.repeat(30_000));
  });

  it('resolves every escape of JSON', () => {
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
    ['an incomplete escape in a long string', '"123456789012\\u12G4"'],
  ])('rejects %s', (_, text) =>
    expect(() => whole(text)).toThrow(
      expect.objectContaining({ refusal: 'malformed', code: 'validation_failed' }),
    ),
  );

  it('rejects more than its limit', () => {
    const spaces = Buffer.from(`[${' '.repeat(1_000)}]`);
    expect(() => read(spaces, [64], 500)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'json_too_large' })] }),
    );
    const long = Buffer.from(`["${'a'.repeat(1_000)}"]`);
    expect(read(long, [64], 500)).toEqual(['a'.repeat(1_000)]);
  });
});
