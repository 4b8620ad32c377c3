/**
 * Where a spreadsheet may begin a formula: where the cell begins, and behind a semicolon, which is what
 * separates cells wherever the comma is that of decimals. Spreadsheets of East Asian languages take the
 * full-width signs for the plain ones.
 */
const BEFORE_FORMULA = /(^|;"*)(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** For a cell of a CSV: what a spreadsheet would take for a formula gets an apostrophe before it. */
export const spreadsheetText = (text: string): string => text.replace(BEFORE_FORMULA, "$1'");

const QUOTED = /^="((?:[^"]|"")*)"$/;

/**
 * The text of a cell without the signs that keep a spreadsheet from changing the cell: leading
 * apostrophes, as `spreadsheetText` writes one, and the formula `="…"`.
 */
export const fromSpreadsheet = (text: string): string => {
  const bare = text.replace(/^'+/, '');
  const [, quoted] = QUOTED.exec(bare) ?? [];
  return quoted === undefined ? bare : quoted.replaceAll('""', '"').replace(/^'+/, '');
};
