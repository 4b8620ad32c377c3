import { describe, expect, it } from '@jest/globals';
import { fromSpreadsheet, spreadsheetText } from './spreadsheet-text.js';

describe('text from a spreadsheet', () => {
  it.each(['BANK-1', '=1+1', '+1', '-5', '@x', '\uFF1D1', 'R"1', 'O’Neil'])(
    '%j is the same after writing and reading',
    (text) => expect(fromSpreadsheet(spreadsheetText(text))).toBe(text),
  );
  it.each([
    ['="202609000000017"', '202609000000017'],
    ['="R""1"', 'R"1'],
    ["'202609000000017", '202609000000017'],
    ['="\'17"', '17'],
    ['\'="17"', '17'],
    ["''17", '17'],
    ['="17', '="17'],
    ['=17', '=17'],
    ["17'", "17'"],
  ])('%s becomes %s', (text, expected) => expect(fromSpreadsheet(text)).toBe(expected));
});
