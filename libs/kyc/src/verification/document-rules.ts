export const VERIFICATION_TYPES = ['identity', 'address'] as const;
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

export const SIDES = ['front', 'back', 'selfie'] as const;
export type Side = (typeof SIDES)[number];

export const isSide = (text: string): text is Side => SIDES.some((side) => side === text);

type DocumentRule = {
  /** Type of verification that the document proves. */
  readonly proves: VerificationType;
  /** Required sides. Other sides are optional. */
  readonly needs: readonly Side[];
};

/** Accepted documents. */
const RULES = {
  passport: { proves: 'identity', needs: ['front'] },
  id_card: { proves: 'identity', needs: ['front', 'back'] },
  drivers_license: { proves: 'identity', needs: ['front', 'back'] },
  residence_permit: { proves: 'identity', needs: ['front', 'back'] },
  utility_bill: { proves: 'address', needs: ['front'] },
  bank_statement: { proves: 'address', needs: ['front'] },
} as const satisfies Record<string, DocumentRule>;

export type DocumentType = keyof typeof RULES;
export const DOCUMENT_TYPES = Object.keys(RULES) as [DocumentType, ...DocumentType[]];

export const isDocumentType = (text: string): text is DocumentType => Object.hasOwn(RULES, text);

/** Returns the documents that prove an identity or an address. */
export const documentsFor = (type: VerificationType): readonly DocumentType[] =>
  DOCUMENT_TYPES.filter((document) => RULES[document].proves === type);

/** Returns the required sides of this document that are missing from `given`. */
export const missingSides = (document: DocumentType, given: readonly string[]): readonly Side[] =>
  (RULES[document].needs as readonly Side[]).filter((side) => !given.includes(side));
