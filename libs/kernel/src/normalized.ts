/**
 * Composing takes time with the square of the marks in a row: 1.7 ms for as many as this, 20 s for
 * 100 times as many. No text that is accepted is longer.
 */
const NORMALIZED_UNITS_MAX = 2_000;

/**
 * The one place where text is normalised. A text that is too long for any field stays as it is:
 * its length is judged by who accepts it, which may come later.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.length > NORMALIZED_UNITS_MAX ? text : text.normalize(form);
