/**
 * Longest text that is normalized, in UTF-16 units, above the limit of every field. The time grows
 * with the square of consecutive combining marks: 1.7 ms for 2,000 marks, 20 s for 200,000.
 */
const NORMALIZED_UNITS_MAX = 2_000;

/**
 * Returns the Unicode normal form of text. Returns text that is too long for every field unchanged,
 * because some callers check the length later.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.length > NORMALIZED_UNITS_MAX ? text : text.normalize(form);
