import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Base64Image, IMAGE_BYTES_MAX } from './base64-image.js';

const SLAB_BYTES = 12;

const decoded = (text: string, lengths: readonly number[] = [], slabsMax = 1_000) => {
  const memory = { slabBytes: SLAB_BYTES, slabsMax, take: slab, spare: slab };
  const image = new Base64Image('image', memory);
  const bytes = Buffer.from(text);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length] ?? bytes.length;
    image.write(bytes.subarray(at, at + length));
    at += length;
  }
  image.end();
  return image;
};
const HELLO = Buffer.from('hello world');
const slab = () => Buffer.alloc(SLAB_BYTES);
const bytesOf = (image: Base64Image) => Buffer.concat([...image.pieces()]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const lengths = fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 5 });

describe('an image in base64', () => {
  it('is decoded as a whole, however it is cut', () => {
    const prefix = fc.constantFrom('', 'data:image/png;base64,', 'data:IMAGE/jpeg;base64,');
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 90 }),
        prefix,
        lengths,
        (bytes, before, cuts) => {
          const image = decoded(`${before}${Buffer.from(bytes).toString('base64')}`, cuts);
          expect(image).toMatchObject({ fault: null, prefix: before, sizeBytes: bytes.length });
          expect(bytesOf(image).equals(bytes)).toBe(true);
          expect(image.sha256).toBe(sha256(bytes));
          expect(Array.from(bytes, (_, i) => image.at(i))).toEqual(Array.from(bytes));
          expect(image.at(bytes.length)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['nothing', ''],
    ['a space', 'aGVs bG8='],
    ['missing padding', 'aGVsbG8'],
    ['too much padding', 'aGVsbG8=='],
    ['padding in the middle', 'aGVsbA==aGVsbG8='],
    ['padding alone', '===='],
    ['three times padding', 'a==='],
    ['the URL alphabet', 'aGVs_-8='],
    ['another letter', 'aGVsbGé='],
    ['text by its prefix', 'data:text/plain;base64,aGVsbG8='],
    ['another image by its prefix', 'data:image/gif;base64,aGVsbG8='],
    ['a prefix with more in it', 'data:image/png;charset=x;base64,aGVsbG8='],
    ['a prefix alone', 'data:image/png;base64,'],
    ['a prefix without base64', 'data:image/png,aGVsbG8='],
    ['a prefix without an end', `data:${'x'.repeat(200)}`],
    ['a prefix that is cut off', 'data:imag'],
    ['two prefixes', 'data:image/png;base64,data:image/png;base64,aGVsbG8='],
  ])('is not %s', (_, text) => {
    for (const cuts of [[], [1], [3], [4, 5]])
      expect(decoded(text, cuts).fault).toMatch(/^must be(gin with)? /);
  });

  it.each([
    ['a trailing newline', 'aGVsbG8gd29ybGQ=\n'],
    ['lines of any length', 'aG\r\nVsbG8gd29y\r\n\r\nbG\nQ=\r\n'],
    ['a line break behind its prefix', 'data:image/png;base64,\naGVsbG8gd29ybGQ='],
  ])('may have %s', (_, text) => {
    for (const cuts of [[], [1], [3], [4, 5]]) {
      const image = decoded(text, cuts);
      expect(image).toMatchObject({ fault: null, sizeBytes: 11, sha256: sha256(HELLO) });
      expect(bytesOf(image).equals(HELLO)).toBe(true);
    }
  });

  it.each([
    ['data:image/jpg;base64,', 'jpeg'],
    ['data:IMAGE/JPG;base64,', 'jpeg'],
    ['data:image/jpeg;base64,', 'jpeg'],
    ['data:image/png;base64,', 'png'],
    ['', null],
  ])('with %j before it is announced as %j', (prefix, format) => {
    expect(decoded(`${prefix}aGVsbG8=`)).toMatchObject({ fault: null, announcedFormat: format });
  });

  it('may begin with what looks like a prefix and is none', () =>
    expect(bytesOf(decoded('data', [1])).toString('base64')).toBe('data'));

  it('is refused once it is too large, and no more of it is read', () => {
    let taken = 0;
    const memory = {
      slabBytes: 3 * 1024 * 1024,
      slabsMax: 2,
      take: () => Buffer.alloc(3 * 1024 * 1024, taken++),
      spare: () => Buffer.alloc(3 * 1024 * 1024),
    };
    const largest = new Base64Image('', memory);
    largest.write(Buffer.from(Buffer.alloc(IMAGE_BYTES_MAX, 1).toString('base64')));
    largest.end();
    expect(largest).toMatchObject({ fault: null, sizeBytes: IMAGE_BYTES_MAX });
    const larger = new Base64Image('', memory);
    larger.write(Buffer.from(Buffer.alloc(IMAGE_BYTES_MAX + 1, 1).toString('base64')));
    larger.end();
    expect(larger.fault).toBe(`must be an image of at most ${IMAGE_BYTES_MAX} bytes`);
    for (let i = 0; i < 10; i++) larger.write(Buffer.from('AAAA'.repeat(1_000_000)));
    expect(taken).toBe(4);
  });

  it('is hashed to its end also where only its beginning is kept', () => {
    const bytes = Buffer.from(Array.from({ length: 100 }, (_, i) => i));
    const image = decoded(bytes.toString('base64'), [7], 2);
    expect(image).toMatchObject({ fault: null, sizeBytes: 100, isWhole: false });
    expect(image.sha256).toBe(sha256(bytes));
    expect([image.at(0), image.at(23), image.at(24)]).toEqual([0, 23, undefined]);
  });
});
