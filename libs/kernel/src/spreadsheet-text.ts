/**
 * Positions where a spreadsheet may start a formula: at the start of a cell, and after a semicolon,
 * which separates cells in locales with a decimal comma. Spreadsheets in East Asian languages also
 * accept full-width signs.
 */
const BEFORE_FORMULA = /(^|;"*)(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Returns the text of a CSV cell, with an apostrophe before each possible formula. */
export const spreadsheetText = (text: string): string => text.replace(BEFORE_FORMULA, "$1'");

const QUOTED = /^="((?:[^"]|"")*)"$/;

/**
 * Returns the text of a cell without the signs that protect text in spreadsheets: leading
 * apostrophes, as `spreadsheetText` writes them, and the formula `="…"`.
 */
export const fromSpreadsheet = (text: string): string => {
  const plain = text.replace(/^'+/, '');
  const [, quoted] = QUOTED.exec(plain) ?? [];
  return quoted === undefined ? plain : quoted.replaceAll('""', '"').replace(/^'+/, '');
};
