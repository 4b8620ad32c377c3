import { ownValue } from '#kernel/own-value.js';
import type { StreamedJson } from '#http/outbound/outbound-http.js';
import type { DocumentImage } from './identity-provider.js';

/** The provider's vault fields for documents. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  passport: 'document.passport',
  id_card: 'document.id_card',
  drivers_license: 'document.drivers_license',
  residence_permit: 'document.residence_document',
};
const PROOF_OF_ADDRESS = 'document.proof_of_address';

/** Field with the image's SHA-256, so that a check needs no download. */
export const markerName = (side: string): string => `custom.${side}_sha256`;

/** The provider has one field for a bill or statement. Further sides are custom fields. */
const placeOf = ({ documentType, side }: DocumentImage): string => {
  const identity = ownValue(DOCUMENTS, documentType);
  if (identity !== undefined) return `${identity}.${side}`;
  return side === 'front' ? PROOF_OF_ADDRESS : `custom.proof_of_address_${side}`;
};

/** Encodes the image for the vault in pieces, so that memory never holds a second copy. */
export const imageJson = (image: DocumentImage): StreamedJson => {
  const place = placeOf(image);
  const rest = JSON.stringify({
    [`${place}.mime_type`]: `image/${image.format}`,
    [markerName(image.side)]: image.sha256,
  });
  const before = `{${JSON.stringify(`${place}.image`)}:"`;
  const after = `",${rest.slice(1)}`;
  return {
    sizeBytes: before.length + base64Length(image.sizeBytes) + after.length,
    pieces: function* () {
      yield before;
      yield* base64Of(image.pieces());
      yield after;
    },
  };
};

const QUANTUM = 3;
const PIECE_BYTES = 16 * 1024 * QUANTUM;

const base64Length = (bytes: number): number => Math.ceil(bytes / QUANTUM) * 4;

/** Encodes the pieces as one base64 text: the remainder of a piece is encoded with the next one. */
export function* base64Of(pieces: Iterable<Buffer>): Generator<string> {
  let left: Buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const missing = left.length === 0 ? 0 : Math.min(QUANTUM - left.length, piece.length);
    left = missing === 0 ? left : Buffer.concat([left, piece.subarray(0, missing)]);
    if (left.length === QUANTUM) {
      yield left.toString('base64');
      left = Buffer.alloc(0);
    }
    if (left.length > 0) continue;
    const whole = missing + Math.floor((piece.length - missing) / QUANTUM) * QUANTUM;
    for (let at = missing; at < whole; at += PIECE_BYTES)
      yield piece.toString('base64', at, Math.min(at + PIECE_BYTES, whole));
    left = Buffer.from(piece.subarray(whole));
  }
  if (left.length > 0) yield left.toString('base64');
}
