import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Size = { readonly widthPx?: number; readonly heightPx?: number; readonly bytes?: number };

/** Returns a PNG of the requested size with a valid header, followed by noise. */
export const png = ({ widthPx = 640, heightPx = 400, bytes = 200 }: Size = {}): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const beginning = Buffer.concat([PNG_SIGNATURE, chunk('IHDR', header)]);
  return Buffer.concat([beginning, randomBytes(bytes - beginning.length)]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
};

/** Returns a JPEG with application segments of this size, a valid frame header, and noise. */
export const jpeg = ({
  widthPx = 640,
  heightPx = 400,
  bytes = 300,
  before = 14,
}: Size & { readonly before?: number } = {}): Buffer => {
  const frame = Buffer.from([8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(heightPx, 1);
  frame.writeUInt16BE(widthPx, 3);
  const segments: Buffer[] = [];
  for (let left = before; left > 0; left -= 65_533)
    segments.push(segment(0xe1, randomBytes(Math.min(left, 65_533))));
  const beginning = Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, segment(0xc0, frame)]);
  return Buffer.concat([beginning, randomBytes(Math.max(0, bytes - beginning.length))]);
};

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
