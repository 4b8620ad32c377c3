import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.js';
import { type FieldError, Refused, unacceptable } from '#kernel/refused.js';
import { BufferPool } from '#kernel/concurrency/buffer-pool.js';
import { parseBody } from '#http/json-body.js';
import { JsonExtractor } from '#http/json-extractor.js';
import { RequestPipe } from '#http/request.pipe.js';
import { expectedBytes, readBody } from '#http/streamed-body.js';
import { abortOnClose } from '#http/abort-on-close.js';
import type { DocumentImage } from '#identity/identity-provider.js';
import { CONFIG } from '#kernel/tokens.js';
import type { DocumentType, Side } from '../verification/document-rules.js';
import type { Base64Image } from './base64-image.js';
import { readImageHeader } from './image-header.js';
import { uploadErrors } from './validate-upload.js';
import { UploadDocumentsBody } from './upload-body.js';
import { LONG_FROM_BYTES, SLAB_BYTES, UploadImages, slabsFor } from './upload-images.js';

/** An upload waits this long for memory before it is refused. */
const UPLOAD_WAIT_MS = 25_000;

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

const REMAINDER_BYTES_MAX = 64 * 1024;

/** A body of the right shape and content. Its images live until it is released. */
export type Upload = {
  readonly documentType: DocumentType;
  /** In the order in which they were sent. */
  readonly images: readonly DocumentImage[];
  /** The body with digests for images: the same for the same JSON value, whatever its line breaks. */
  readonly value: object;
  readonly release: () => void;
};

/** Returns the errors of a document type that only the verification can find. */
type ErrorsBeside = (documentType: string) => readonly FieldError[];

/** Reads uploads straight into a fixed piece of memory; there is no other copy of an image. */
@Injectable()
export class UploadReader {
  private readonly pool = new BufferPool(POOL);
  private readonly pipe: RequestPipe;

  constructor(@Inject(CONFIG) config: Config) {
    this.pipe = new RequestPipe(config);
  }

  /** @throws {Refused} 400 and 422 with all faults, 503 when too many upload at once. */
  async read(
    request: FastifyRequest,
    partnerId: string,
    errorsBeside: ErrorsBeside,
  ): Promise<Upload> {
    const slabs = slabsFor(expectedBytes(request));
    const lease = await abortOnClose(request, (gone) => this.pool.reserve(slabs, partnerId, gone));
    try {
      const images = new UploadImages(lease);
      const extractor = new JsonExtractor({
        longFromBytes: LONG_FROM_BYTES,
        remainderBytesMax: REMAINDER_BYTES_MAX,
        open: () => images.open(),
      });
      await readBody(request, (piece) => extractor.write(piece));
      const value = parseBody(extractor.end());
      return {
        ...this.validated(value, images, errorsBeside),
        release: () => lease.release(),
      };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  private validated(
    value: unknown,
    images: UploadImages,
    errorsBeside: ErrorsBeside,
  ): Omit<Upload, 'release'> {
    const { body, errors } = this.shaped(value);
    const { documentType, files } = body;
    const mine = files.map(({ content }) => images.of(content));
    const inside = withMore(errors, uploadErrors(body, mine));
    if (inside.length > 0) throw unacceptable(...withMore(inside, errorsBeside(documentType)));
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
  private shaped(value: unknown): { body: UploadDocumentsBody; errors: readonly FieldError[] } {
    const as = { type: 'body', metatype: UploadDocumentsBody } as const;
    try {
      return { body: this.pipe.transform(value, as) as UploadDocumentsBody, errors: [] };
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal !== 'unacceptable') throw error;
      return { body: value as UploadDocumentsBody, errors: error.errors };
    }
  }
}

/** Adds errors. The first error of a field wins. */
const withMore = (
  errors: readonly FieldError[],
  more: readonly FieldError[],
): readonly FieldError[] => {
  const known = new Set(errors.map(({ pointer }) => pointer));
  return [...errors, ...more.filter(({ pointer }) => !known.has(pointer))];
};

const documentImage = (documentType: string, side: Side, image: Base64Image): DocumentImage => ({
  documentType,
  side,
  format: readImageHeader(image)?.format ?? 'jpeg',
  sha256: image.sha256,
  sizeBytes: image.sizeBytes,
  pieces: () => image.pieces(),
});
