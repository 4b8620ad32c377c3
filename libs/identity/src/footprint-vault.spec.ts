import { describe, expect, it } from '@jest/globals';
import { imageJson, markerName } from './footprint-vault.js';
import type { DocumentImage } from './identity-provider.js';

const image = (changes: Partial<DocumentImage> = {}): DocumentImage => ({
  documentType: 'id_card',
  side: 'front',
  format: 'png',
  sha256: 'ab',
  bytes: Buffer.from('hello'),
  ...changes,
});

const jsonOf = (given: DocumentImage) => Array.from(imageJson(given).pieces()).join('');

describe('an image for the vault', () => {
  it('is one JSON text of the declared length', () => {
    const text = jsonOf(image());
    expect(JSON.parse(text)).toEqual({
      'document.id_card.front.image': 'aGVsbG8=',
      'document.id_card.front.mime_type': 'image/png',
      'custom.front_sha256': 'ab',
    });
    expect(Buffer.byteLength(text)).toBe(imageJson(image()).sizeBytes);
  });

  it.each([
    ['passport', 'selfie', 'document.passport.selfie'],
    ['drivers_license', 'back', 'document.drivers_license.back'],
    ['residence_permit', 'front', 'document.residence_document.front'],
    ['utility_bill', 'front', 'document.proof_of_address'],
    ['bank_statement', 'back', 'custom.proof_of_address_back'],
  ] as const)('of %s, %s, has the path %s', (documentType, side, place) => {
    const names = Object.keys(JSON.parse(jsonOf(image({ documentType, side }))) as object);
    expect(names).toEqual([`${place}.image`, `${place}.mime_type`, markerName(side)]);
  });
});

describe('base64 in pieces', () => {
  it.each([0, 1, 49_151, 49_152, 49_153, 1_000_001])(
    'equals that of the whole: %d bytes',
    (size) => {
      const bytes = Buffer.alloc(size, 7);
      const pieces = [...imageJson(image({ bytes })).pieces()];
      expect(JSON.parse(pieces.join(''))).toMatchObject({
        'document.id_card.front.image': bytes.toString('base64'),
      });
      for (const text of pieces) expect(text.length).toBeLessThanOrEqual(65_536);
    },
  );
});
