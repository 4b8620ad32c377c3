import type { FieldError } from '#kernel/refused.js';
import { isDocumentType, isSide, missingSides } from '../verification/document-rules.js';
import type { Base64Image } from './base64-image.js';
import { isSane, readImageHeader } from './image-header.js';
import { type UploadDocumentsBody, code } from './upload-body.js';

/** Returns errors that span several fields. `images` are those of `files`. */
export const uploadErrors = (
  { documentType, files }: UploadDocumentsBody,
  images: readonly (Base64Image | null)[],
): readonly FieldError[] => [
  ...images.flatMap((image, i) => imageError(image, `/files/${i}/content`)),
  ...sideErrors(
    documentType,
    files.map(({ type }) => type),
  ),
];

const imageError = (image: Base64Image | null, pointer: string): FieldError[] => {
  const detail = image === null ? null : imageTrouble(image);
  return detail === null ? [] : [{ pointer, code, detail }];
};

const imageTrouble = (image: Base64Image): string | null => {
  if (image.fault !== null) return image.fault;
  const header = readImageHeader(image);
  // The rest of it was not kept, because the upload is refused for its number of files anyway.
  if (header === null) return image.isWhole ? 'must be a JPEG or PNG image' : null;
  if (!isSane(header)) return 'must be an image that a camera or scanner can have made';
  const { announcedFormat } = image;
  if (announcedFormat === null || announcedFormat === header.format) return null;
  return `must be what its prefix says, ${announcedFormat}`;
};

const sideErrors = (documentType: string, sides: readonly string[]): FieldError[] => {
  const repeated = sides.flatMap((side, i): FieldError[] =>
    sides.indexOf(side) < i
      ? [{ pointer: `/files/${i}/type`, code, detail: `must not be ${side} a second time` }]
      : [],
  );
  // An unknown side may be the missing one, misspelt.
  const areKnown = isDocumentType(documentType) && sides.every(isSide);
  const missing = areKnown ? missingSides(documentType, sides) : [];
  if (missing.length === 0) return repeated;
  const detail = `must also hold: ${missing.join(', ')}`;
  return [...repeated, { pointer: '/files', code, detail }];
};
