import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IMAGE_BYTES_MAX, decodeImage } from './decode-image.js';

describe('an image in base64', () => {
  it('is decoded, with or without a prefix', () => {
    const prefix = fc.constantFrom('', 'data:image/png;base64,', 'data:IMAGE/jpeg;base64,');
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), prefix, (bytes, before) => {
        const image = decodeImage(`${before}${Buffer.from(bytes).toString('base64')}`);
        expect(image).toMatchObject({
          error: null,
          prefix: before,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        });
        expect(image.bytes.equals(bytes)).toBe(true);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a space', 'aGVs bG8='],
    ['a trailing newline', 'aGVsbG8gd29ybGQ=\n'],
    ['lines', 'aGVs\r\nbG8='],
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
  ])('is not %s', (_, text) => expect(decodeImage(text).error).toMatch(/^must be(gin with)? /));

  it.each([
    ['data:image/jpg;base64,', 'jpeg'],
    ['data:IMAGE/JPG;base64,', 'jpeg'],
    ['data:image/jpeg;base64,', 'jpeg'],
    ['data:image/png;base64,', 'png'],
    ['', null],
  ])('with %j before it is announced as %j', (prefix, announcedFormat) =>
    expect(decodeImage(`${prefix}aGVsbG8=`)).toMatchObject({ error: null, announcedFormat }),
  );

  it('has at most 5 MiB', () => {
    const errorOf = (bytes: number) => decodeImage(Buffer.alloc(bytes, 1).toString('base64')).error;
    expect(errorOf(IMAGE_BYTES_MAX)).toBeNull();
    expect(errorOf(IMAGE_BYTES_MAX + 1)).toBe(
      `must be an image of at most ${IMAGE_BYTES_MAX} bytes`,
    );
  });
});
