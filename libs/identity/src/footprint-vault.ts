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
const vaultFieldOf = ({ documentType, side }: DocumentImage): string => {
  const identity = ownValue(DOCUMENTS, documentType);
  if (identity !== undefined) return `${identity}.${side}`;
  return side === 'front' ? PROOF_OF_ADDRESS : `custom.proof_of_address_${side}`;
};

/** Returns the request body that puts the image into the vault. */
export const imageJson = (image: DocumentImage): StreamedJson => {
  const field = vaultFieldOf(image);
  const rest = JSON.stringify({
    [`${field}.mime_type`]: `image/${image.format}`,
    [markerName(image.side)]: image.sha256,
  });
  const before = `{${JSON.stringify(`${field}.image`)}:"`;
  const after = `",${rest.slice(1)}`;
  return {
    sizeBytes: before.length + base64Length(image.bytes.length) + after.length,
    pieces: function* () {
      yield before;
      yield* base64Of(image.bytes);
      yield after;
    },
  };
};

const QUANTUM = 3;
const PIECE_BYTES = 16 * 1024 * QUANTUM;

const base64Length = (bytes: number): number => Math.ceil(bytes / QUANTUM) * 4;

/** Encodes the image in pieces, so that memory never holds its whole text. */
function* base64Of(image: Buffer): Generator<string> {
  for (let at = 0; at < image.length; at += PIECE_BYTES)
    yield image.toString('base64', at, at + PIECE_BYTES);
}
