/** An image of which the beginning, or all, is at hand. */
export type ImageBytes = {
  readonly sizeBytes: number;
  /** The byte there; undefined where it ends, or is not at hand. */
  readonly at: (offset: number) => number | undefined;
};

export type ImageHeader = {
  readonly format: 'jpeg' | 'png';
  readonly widthPx: number;
  readonly heightPx: number;
};

/** The header of a JPEG (ITU-T T.81) or PNG (RFC 2083), null when there is none to be decoded. */
export const readImageHeader = (image: ImageBytes): ImageHeader | null =>
  startsWith(image, PNG_SIGNATURE) ? pngHeader(image) : jpegHeader(image);

const SIDE_PX_MAX = 20_000;
const PIXELS_MAX = 200_000_000;

/** Larger than any camera's, so made to choke whoever decodes it. */
export const isSane = ({ widthPx, heightPx }: ImageHeader): boolean =>
  [widthPx, heightPx].every((px) => px >= 1 && px <= SIDE_PX_MAX) &&
  widthPx * heightPx <= PIXELS_MAX;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length 13, `IHDR`. */
const PNG_HEADER_CHUNK = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const PNG = { chunk: 8, type: 12, width: 16, height: 20, depth: 24, end: 29, checksum: 29 };

/** Bit depths by colour type. */
const PNG_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const pngHeader = (image: ImageBytes): ImageHeader | null => {
  if (!startsWith(image, PNG_HEADER_CHUNK, PNG.chunk)) return null;
  const [depth, colour, compression, filter, interlace] = bytesAt(image, PNG.depth, 5);
  if (!(PNG_DEPTHS[colour ?? -1] ?? []).includes(depth ?? -1)) return null;
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return null;
  const checksum = crc32(bytesAt(image, PNG.type, PNG.end - PNG.type));
  if (numberAt(image, PNG.checksum, 4) !== checksum) return null;
  const [widthPx, heightPx] = [numberAt(image, PNG.width, 4), numberAt(image, PNG.height, 4)];
  return { format: 'png', widthPx, heightPx };
};

const CRC_POLYNOMIAL = 0xedb88320;

const crc32 = (bytes: readonly number[]): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
};

const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
const MARKER = 0xff;
/** Baseline, extended and progressive: what decoders decode. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Start of scan and end of image: without a frame before them there is none. */
const TOO_LATE = [0xda, 0xd9];
const SEGMENTS_MAX = 1_000;

const jpegHeader = (image: ImageBytes): ImageHeader | null => {
  if (!startsWith(image, JPEG_SIGNATURE)) return null;
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_MAX; segment++) {
    if (image.at(at) !== MARKER) return null;
    while (image.at(at) === MARKER) at++;
    const marker = image.at(at) ?? 0;
    const length = numberAt(image, at + 1, 2);
    if (!(length >= 2) || marker < 0xc0 || TOO_LATE.includes(marker)) return null;
    if (FRAMES.includes(marker)) return jpegFrame(image, at + 1, length);
    at += 1 + length;
  }
  return null;
};

const FRAME_HEAD_BYTES = 8;
const COMPONENT_BYTES = 3;
const COMPONENTS_MAX = 4;

const jpegFrame = (image: ImageBytes, from: number, length: number): ImageHeader | null => {
  const components = image.at(from + 7) ?? 0;
  if (components < 1 || components > COMPONENTS_MAX) return null;
  if (length !== FRAME_HEAD_BYTES + COMPONENT_BYTES * components) return null;
  if (from + length > image.sizeBytes || ![8, 12].includes(image.at(from + 2) ?? 0)) return null;
  const [heightPx, widthPx] = [numberAt(image, from + 3, 2), numberAt(image, from + 5, 2)];
  return { format: 'jpeg', widthPx, heightPx };
};

const startsWith = (image: ImageBytes, expected: readonly number[], from = 0): boolean =>
  expected.every((byte, i) => image.at(from + i) === byte);

const bytesAt = ({ at }: ImageBytes, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => at(from + i) ?? -1);

/** Reads a big-endian number, NaN past the end of the bytes. */
const numberAt = ({ at }: ImageBytes, from: number, count: number): number => {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + (at(from + i) ?? Number.NaN);
  return value;
};
