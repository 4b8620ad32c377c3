import { IsString } from 'class-validator';
import type { FieldError } from '#kernel/refused.js';
import { WordField, field, shape } from '#http/fields.js';
import { ItemsField } from '#http/items-field.js';
import type { SemanticValidator } from '#http/request.pipe.js';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  SIDES,
  type Side,
} from '../verification/document-rules.js';
import { type DecodedImage, decodeImage } from './decode-image.js';
import { code, uploadErrors } from './validate-upload.js';

const FILES_MAX = 3;
/** Size of three images in base64 and of the other fields. */
export const UPLOAD_BYTES_MAX = 21 * 1024 * 1024;

const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==';

export class UploadedFile {
  @WordField(SIDES, code, { about: 'Side of the document.', example: 'front' })
  readonly type!: Side;

  @field(
    {
      about:
        'A JPEG or PNG image of at most 5 MiB in base64 without line breaks. The prefix `data:image/jpeg;base64,` (or `jpg`) or `data:image/png;base64,` is optional and must match the image.',
      example: ONE_PIXEL,
    },
    { type: 'string' },
    IsString(shape('must be a string')),
  )
  readonly content!: string;

  private decoded: DecodedImage | null = null;

  get image(): DecodedImage {
    return (this.decoded ??= decodeImage(this.content));
  }
}

export class UploadDocumentsBody implements SemanticValidator {
  @WordField(DOCUMENT_TYPES, code, {
    about: 'The document type that was announced at the start.',
    example: 'passport',
  })
  readonly documentType!: DocumentType;

  @ItemsField(UploadedFile, {
    min: 1,
    max: FILES_MAX,
    code,
    about: 'Sides of the document, each once.',
  })
  readonly files!: readonly UploadedFile[];

  contentErrors(): readonly FieldError[] {
    return uploadErrors(this);
  }
}
