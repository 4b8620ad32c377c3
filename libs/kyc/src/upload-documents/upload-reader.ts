import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { type Fault, Refused, unacceptable } from '#platform/core/refused.js';
import { type SlabLease, SlabPool } from '#platform/core/slab-pool.js';
import { parseBody } from '#platform/http/json-body.js';
import { JsonSkeleton, type LongText } from '#platform/http/json-skeleton.js';
import { RequestPipe } from '#platform/http/request.pipe.js';
import { expectedBytes, readBody } from '#platform/http/streamed-body.js';
import type { DocumentImage } from '#platform/identity/identity-provider.js';
import { CONFIG } from '#platform/platform.module.js';
import { type DocumentType, SIDES, type Side } from '../verification/document-rules.js';
import { Base64Image, IMAGE_BYTES_MAX } from './base64-image.js';
import { readImageHeader } from './image-header.js';
import { uploadFaults } from './judge-upload.js';
import { FILES_MAX, UploadDocumentsBody } from './upload-body.js';

const SLAB_BYTES = 3 * 64 * 1024;
const SLABS_PER_IMAGE = Math.ceil(IMAGE_BYTES_MAX / SLAB_BYTES);
/** More than one image for each side is refused, so no more are kept than there are sides. */
const WHOLE_IMAGES_MAX = SIDES.length;
/** The beginning of each image beyond, and one for what passes of their rest. */
const SPARE_SLABS = FILES_MAX - WHOLE_IMAGES_MAX + 1;

/** 72 MiB: four uploads of the largest size at once, or fifty of a usual one. */
const POOL = { slabBytes: SLAB_BYTES, slabsMax: 384, waitingMax: 100, waitMs: 10_000 };

const LONG_FROM_BYTES = 1_024;
const SKELETON_BYTES_MAX = 64 * 1024;

/** A body of the right shape and content. Its images live until it is released. */
export type Upload = {
  readonly documentType: DocumentType;
  /** In the order in which they were sent. */
  readonly images: readonly DocumentImage[];
  /** The body with digests for images: the same for the same JSON value, and for no other. */
  readonly value: object;
  readonly release: () => void;
};

/** Reads uploads straight into a fixed piece of memory; there is no other copy of an image. */
@Injectable()
export class UploadReader {
  private readonly pool = new SlabPool(POOL);
  private readonly pipe: RequestPipe;

  constructor(@Inject(CONFIG) config: Config) {
    this.pipe = new RequestPipe(config);
  }

  /** @throws {Refused} 400 and 422 with all faults, 503 when too many upload at once. */
  async read(request: FastifyRequest): Promise<Upload> {
    const lease = await this.pool.reserve(slabsFor(expectedBytes(request)));
    try {
      const images = new Images(lease);
      const skeleton = new JsonSkeleton({
        longFromBytes: LONG_FROM_BYTES,
        skeletonBytesMax: SKELETON_BYTES_MAX,
        open: () => images.open(),
      });
      await readBody(request, (piece) => skeleton.write(piece));
      const value = parseBody(skeleton.end());
      return { ...this.judged(value, images), release: () => lease.release() };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  private judged(value: unknown, images: Images): Omit<Upload, 'release'> {
    const { body, faults } = this.shaped(value);
    const { documentType, files } = body;
    const mine = files.map(({ content }) => images.of(content));
    const known = new Set(faults.map(({ pointer }) => pointer));
    const more = uploadFaults(body, mine).filter(({ pointer }) => !known.has(pointer));
    if (faults.length + more.length > 0) throw unacceptable(...faults, ...more);
    const sent = mine.flatMap((image, i) =>
      image === null ? [] : [{ image, side: files[i]!.type }],
    );
    return {
      documentType,
      images: sent.map(({ image, side }) => documentImage(documentType, side, image)),
      value: {
        documentType,
        files: sent.map(({ image: { prefix, sha256 }, side }) => ({
          type: side,
          content: `${prefix}${sha256}`,
        })),
      },
    };
  }

  /** The faults of content that its fields show; the shape is right. */
  private shaped(value: unknown): { body: UploadDocumentsBody; faults: readonly Fault[] } {
    const as = { type: 'body', metatype: UploadDocumentsBody } as const;
    try {
      return { body: this.pipe.transform(value, as) as UploadDocumentsBody, faults: [] };
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal !== 'unacceptable') throw error;
      return { body: value as UploadDocumentsBody, faults: error.faults };
    }
  }
}

const slabsFor = (bytes: number): number => {
  const decoded = Math.ceil((bytes * 3) / 4 / SLAB_BYTES) + WHOLE_IMAGES_MAX;
  return Math.min(decoded, WHOLE_IMAGES_MAX * SLABS_PER_IMAGE) + SPARE_SLABS;
};

const documentImage = (documentType: string, side: Side, image: Base64Image): DocumentImage => ({
  documentType,
  side,
  format: readImageHeader(image)?.format ?? 'jpeg',
  sha256: image.sha256,
  sizeBytes: image.sizeBytes,
  pieces: () => image.pieces(),
});

/** The long strings of one body; all of them are taken for images until the shape is known. */
class Images {
  private readonly byName = new Map<string, Base64Image>();
  private readonly nonce = randomUUID();
  private spare: Buffer | null = null;

  constructor(private readonly lease: SlabLease) {}

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
