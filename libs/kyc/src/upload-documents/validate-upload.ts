import type { FieldError } from '#kernel/refused.js';
import { isDocumentType, isSide, missingSides } from '../verification/document-rules.js';
import type { DecodedImage } from './decode-image.js';
import { hasPlausibleSize, readImageHeader } from './image-header.js';

export const code = 'invalid_document_format';

type Upload = {
  readonly documentType: string;
  readonly files: readonly { readonly type: string; readonly image: DecodedImage }[];
};

/** Returns errors of the images, and errors that span several fields. */
export const uploadErrors = ({ documentType, files }: Upload): readonly FieldError[] => [
  ...files.flatMap(({ image }, i) => imageErrors(image, `/files/${i}/content`)),
  ...sideErrors(
    documentType,
    files.map(({ type }) => type),
  ),
];

const imageErrors = (image: DecodedImage, pointer: string): FieldError[] => {
  const detail = imageError(image);
  return detail === null ? [] : [{ pointer, code, detail }];
};

const imageError = ({ error, bytes, announcedFormat }: DecodedImage): string | null => {
  if (error !== null) return error;
  const header = readImageHeader(bytes);
  if (header === null) return 'must be a JPEG or PNG image';
  if (!hasPlausibleSize(header)) return 'must have a size that cameras and scanners produce';
  if (announcedFormat === null || announcedFormat === header.format) return null;
  return `must be ${announcedFormat}, as its prefix says`;
};

const sideErrors = (documentType: string, sides: readonly string[]): FieldError[] => {
  const repeated = sides.flatMap((side, i): FieldError[] =>
    sides.indexOf(side) < i
      ? [{ pointer: `/files/${i}/type`, code, detail: `must not be ${side} a second time` }]
      : [],
  );
  // An unknown side may be a misspelled side that is missing.
  const areKnown = isDocumentType(documentType) && sides.every(isSide);
  const missing = areKnown ? missingSides(documentType, sides) : [];
  if (missing.length === 0) return repeated;
  const detail = `must also contain: ${missing.join(', ')}`;
  return [...repeated, { pointer: '/files', code, detail }];
};
