/** Spreadsheets of East Asian languages take the full-width signs for the plain ones. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** For a cell of a CSV: a text that a spreadsheet would take for a formula gets an apostrophe before it. */
export const spreadsheetText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
