import { randomUUID } from 'node:crypto';
import type { BufferLease } from '#kernel/concurrency/buffer-pool.js';
import type { LongText } from '#http/json-extractor.js';
import { SIDES } from '../verification/document-rules.js';
import { Base64Image, IMAGE_BYTES_MAX } from './base64-image.js';
import { FILES_MAX } from './upload-body.js';

export const SLAB_BYTES = 3 * 64 * 1024;
const SLABS_PER_IMAGE = Math.ceil(IMAGE_BYTES_MAX / SLAB_BYTES);
/** More than one image for each side is refused, so no more are kept than there are sides. */
const WHOLE_IMAGES_MAX = SIDES.length;
/** The beginning of each image beyond, and one for what passes of their rest. */
const SPARE_SLABS = FILES_MAX - WHOLE_IMAGES_MAX + 1;

export const LONG_FROM_BYTES = 1_024;

/** Returns the number of buffers that suffice for a body of this length. */
export const slabsFor = (bytes: number): number => {
  const decoded = Math.ceil((bytes * 3) / 4 / SLAB_BYTES) + WHOLE_IMAGES_MAX;
  return Math.min(decoded, WHOLE_IMAGES_MAX * SLABS_PER_IMAGE) + SPARE_SLABS;
};

/** The long strings of one body; all of them are taken for images until the shape is known. */
export class UploadImages {
  private readonly byName = new Map<string, Base64Image>();
  private readonly nonce = randomUUID();
  private spare: Buffer | null = null;

  constructor(private readonly lease: BufferLease) {}

  open(): LongText {
    const count = this.byName.size;
    const name = `${this.nonce}-${count}`;
    if (count >= FILES_MAX) return { name, write: () => undefined, end: () => undefined };
    const image = new Base64Image(name, {
      slabBytes: SLAB_BYTES,
      slabsMax: count < WHOLE_IMAGES_MAX ? SLABS_PER_IMAGE : 1,
      take: () => this.lease.take(),
      spare: () => (this.spare ??= this.lease.take()),
    });
    this.byName.set(name, image);
    return image;
  }

  /** The image that this content is or stands for; null for one too many. */
  of(content: string): Base64Image | null {
    if (content.startsWith(this.nonce)) return this.byName.get(content) ?? null;
    const small = () => Buffer.alloc(3 * LONG_FROM_BYTES);
    const memory = { slabBytes: 3 * LONG_FROM_BYTES, slabsMax: 1, take: small, spare: small };
    const image = new Base64Image('', memory);
    image.write(Buffer.from(content));
    image.end();
    return image;
  }
}
