import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { type Fault, Refused, unacceptable } from '#platform/core/refused.js';
import { SlabPool } from '#platform/core/slab-pool.js';
import { UPLOAD_WAIT_MS } from '#platform/core/timing.js';
import { parseBody } from '#platform/http/json-body.js';
import { JsonSkeleton } from '#platform/http/json-skeleton.js';
import { RequestPipe } from '#platform/http/request.pipe.js';
import { expectedBytes, readBody } from '#platform/http/streamed-body.js';
import { whileThere } from '#platform/http/while-there.js';
import type { DocumentImage } from '#platform/identity/identity-provider.js';
import { CONFIG } from '#platform/platform.module.js';
import type { DocumentType, Side } from '../verification/document-rules.js';
import type { Base64Image } from './base64-image.js';
import { readImageHeader } from './image-header.js';
import { uploadFaults } from './judge-upload.js';
import { UploadDocumentsBody } from './upload-body.js';
import { LONG_FROM_BYTES, SLAB_BYTES, UploadImages, slabsFor } from './upload-images.js';

/** 48 MiB: three uploads of the largest size at once, or thirty of a usual one. */
const POOL = {
  slabBytes: SLAB_BYTES,
  slabsMax: 255,
  /** Two of the largest, so that there is room for one of another partner. */
  slabsPerHolder: 170,
  waitingPerHolder: 30,
  waitingMax: 100,
  waitMs: UPLOAD_WAIT_MS,
};

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

/** What is wrong with a document type that only the verification can tell. */
type FaultsBeside = (documentType: string) => readonly Fault[];

/** Reads uploads straight into a fixed piece of memory; there is no other copy of an image. */
@Injectable()
export class UploadReader {
  private readonly pool = new SlabPool(POOL);
  private readonly pipe: RequestPipe;

  constructor(@Inject(CONFIG) config: Config) {
    this.pipe = new RequestPipe(config);
  }

  /** @throws {Refused} 400 and 422 with all faults, 503 when too many upload at once. */
  async read(
    request: FastifyRequest,
    partnerId: string,
    faultsBeside: FaultsBeside,
  ): Promise<Upload> {
    const slabs = slabsFor(expectedBytes(request));
    const lease = await whileThere(request, (gone) => this.pool.reserve(slabs, partnerId, gone));
    try {
      const images = new UploadImages(lease);
      const skeleton = new JsonSkeleton({
        longFromBytes: LONG_FROM_BYTES,
        skeletonBytesMax: SKELETON_BYTES_MAX,
        open: () => images.open(),
      });
      await readBody(request, (piece) => skeleton.write(piece));
      const value = parseBody(skeleton.end());
      return {
        ...this.judged(value, images, faultsBeside),
        release: () => lease.release(),
      };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  private judged(
    value: unknown,
    images: UploadImages,
    faultsBeside: FaultsBeside,
  ): Omit<Upload, 'release'> {
    const { body, faults } = this.shaped(value);
    const { documentType, files } = body;
    const mine = files.map(({ content }) => images.of(content));
    const inside = withMore(faults, uploadFaults(body, mine));
    if (inside.length > 0) throw unacceptable(...withMore(inside, faultsBeside(documentType)));
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

/** The first fault of a field is the one that is told. */
const withMore = (faults: readonly Fault[], more: readonly Fault[]): readonly Fault[] => {
  const known = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...more.filter(({ pointer }) => !known.has(pointer))];
};

const documentImage = (documentType: string, side: Side, image: Base64Image): DocumentImage => ({
  documentType,
  side,
  format: readImageHeader(image)?.format ?? 'jpeg',
  sha256: image.sha256,
  sizeBytes: image.sizeBytes,
  pieces: () => image.pieces(),
});
