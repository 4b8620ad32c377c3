import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jpeg, png } from '../../../../test/support/images.js';
import { hasPlausibleSize, readImageHeader } from './image-header.js';

const changed = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
};
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** The smallest image of each format, as an image program writes it. */
const ONE_PIXEL = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpeg: hex(
    'ffd8 ffe000104a46494600010100000100010000 ffdb004300' +
      `${'01'.repeat(64)} ffc0000b080001000101011100 ffc40014000100000000000000000000000000000009` +
      'ffda0008010100003f0054ff ffd9',
  ),
};

describe('the header of an image', () => {
  it.each([
    ['png', ONE_PIXEL.png, 1, 1],
    ['jpeg', ONE_PIXEL.jpeg, 1, 1],
    ['png', png({ widthPx: 4_000, heightPx: 3_000 }), 4_000, 3_000],
    ['jpeg', jpeg({ widthPx: 4_000, heightPx: 3_000 }), 4_000, 3_000],
    ['jpeg', jpeg({ before: 400_000 }), 640, 400],
  ])('of a %s is decoded', (format, bytes, widthPx, heightPx) =>
    expect(readImageHeader(bytes)).toEqual({ format, widthPx, heightPx }),
  );

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('GIF89a0000000000')],
    ['a PDF', Buffer.from('%PDF-1.7 and so on and on')],
    ['the magic bytes of a PNG alone', ONE_PIXEL.png.subarray(0, 8)],
    ['a PNG cut off in its header', ONE_PIXEL.png.subarray(0, 30)],
    ['a PNG with a wrong checksum', changed(ONE_PIXEL.png, 30, 7)],
    ['a PNG with another size than its checksum', changed(ONE_PIXEL.png, 19, 7)],
    ['a PNG that begins with another chunk', changed(ONE_PIXEL.png, 12, 0x69)],
    ['the magic bytes of a JPEG alone', hex('ffd8ff')],
    ['a JPEG without a frame', hex('ffd8 ffe000104a46494600010100000100010000 ffd9')],
    ['a JPEG that scans before its frame', hex('ffd8 ffda0008010100003f00')],
    ['a JPEG cut off in its frame', jpeg().subarray(0, 30)],
    ['a JPEG frame of no components', changed(ONE_PIXEL.jpeg, 20 + 69 + 9, 0)],
    ['a JPEG of lossless frames', changed(ONE_PIXEL.jpeg, 20 + 69 + 1, 0xc3)],
    ['a JPEG with a segment of no length', hex('ffd8 ffe00000 ffc0000b08000100010101110000')],
  ])('is not there in %s', (_, bytes) => expect(readImageHeader(bytes)).toBeNull());

  it('is missing when the image ends before it', () =>
    expect(readImageHeader(jpeg({ before: 400_000 }).subarray(0, 100_000))).toBeNull());

  it('of random bytes is read in limited time', () => {
    const start = fc.constantFrom(hex('ffd8ff'), hex('89504e470d0a1a0a'), Buffer.alloc(0));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), (first, rest) => {
        readImageHeader(Buffer.concat([first, rest]));
      }),
    );
  });
});

describe('the size of an image', () => {
  it.each([
    [1, 1, true],
    [16_320, 12_240, true],
    [20_000, 10_000, true],
    [20_001, 1, false],
    [20_000, 10_001, false],
    [50_000, 50_000, false],
    [0, 10, false],
    [10, 0, false],
  ])('%d by %d pixels: %p', (widthPx, heightPx, expected) =>
    expect(hasPlausibleSize({ format: 'png', widthPx, heightPx })).toBe(expected),
  );
});
