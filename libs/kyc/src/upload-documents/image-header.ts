import { crc32 } from 'node:zlib';

export type ImageHeader = {
  readonly format: 'jpeg' | 'png';
  readonly widthPx: number;
  readonly heightPx: number;
};

/** Returns the header of a JPEG (ITU-T T.81) or PNG (RFC 2083), or null if it cannot be decoded. */
export const readImageHeader = (image: Buffer): ImageHeader | null =>
  startsWith(image, PNG_SIGNATURE) ? pngHeader(image) : jpegHeader(image);

const SIDE_PX_MAX = 20_000;
const PIXELS_MAX = 200_000_000;

/**
 * Returns whether the size is plausible for a camera or scanner. A larger image may be made to
 * exhaust the memory of decoders.
 */
export const hasPlausibleSize = ({ widthPx, heightPx }: ImageHeader): boolean =>
  [widthPx, heightPx].every((px) => px >= 1 && px <= SIDE_PX_MAX) &&
  widthPx * heightPx <= PIXELS_MAX;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length 13, `IHDR`. */
const PNG_HEADER_CHUNK = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const PNG = { chunk: 8, type: 12, width: 16, height: 20, depth: 24, end: 29, checksum: 29 };

/** Bit depths by color type. */
const PNG_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const pngHeader = (image: Buffer): ImageHeader | null => {
  if (!startsWith(image, PNG_HEADER_CHUNK, PNG.chunk)) return null;
  const [depth, color, compression, filter, interlace] = image.subarray(PNG.depth, PNG.depth + 5);
  if (!(PNG_DEPTHS[color ?? -1] ?? []).includes(depth ?? -1)) return null;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return null;
  const checksum = crc32(image.subarray(PNG.type, PNG.end));
  if (numberAt(image, PNG.checksum, 4) !== checksum) return null;
  const [widthPx, heightPx] = [numberAt(image, PNG.width, 4), numberAt(image, PNG.height, 4)];
  return { format: 'png', widthPx, heightPx };
};

const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
const MARKER = 0xff;
/** Baseline, extended and progressive frames, which decoders support. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Start of scan and end of image. The frame must come before them. */
const AFTER_FRAME = [0xda, 0xd9];
const SEGMENTS_MAX = 1_000;

const jpegHeader = (image: Buffer): ImageHeader | null => {
  if (!startsWith(image, JPEG_SIGNATURE)) return null;
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_MAX; segment++) {
    if (image[at] !== MARKER) return null;
    while (image[at] === MARKER) at++;
    const marker = image[at] ?? 0;
    const length = numberAt(image, at + 1, 2);
    if (!(length >= 2) || marker < 0xc0 || AFTER_FRAME.includes(marker)) return null;
    if (FRAMES.includes(marker)) return jpegFrame(image, at + 1, length);
    at += 1 + length;
  }
  return null;
};

const FRAME_HEAD_BYTES = 8;
const COMPONENT_BYTES = 3;
const COMPONENTS_MAX = 4;

const jpegFrame = (image: Buffer, from: number, length: number): ImageHeader | null => {
  const components = image[from + 7] ?? 0;
  if (components < 1 || components > COMPONENTS_MAX) return null;
  if (length !== FRAME_HEAD_BYTES + COMPONENT_BYTES * components) return null;
  if (from + length > image.length || ![8, 12].includes(image[from + 2] ?? 0)) return null;
  const [heightPx, widthPx] = [numberAt(image, from + 3, 2), numberAt(image, from + 5, 2)];
  return { format: 'jpeg', widthPx, heightPx };
};

const startsWith = (image: Buffer, expected: readonly number[], from = 0): boolean =>
  expected.every((byte, i) => image[from + i] === byte);

/** Reads a big-endian number, NaN past the end of the bytes. */
const numberAt = (image: Buffer, from: number, count: number): number => {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + (image[from + i] ?? Number.NaN);
  return value;
};
