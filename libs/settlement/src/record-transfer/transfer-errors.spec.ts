import { describe, expect, it } from '@jest/globals';
import { transferErrors } from './transfer-errors.js';

const details = (reference: string) => transferErrors(reference, 1n).map(({ detail }) => detail);

describe('a transfer’s reference', () => {
  it.each(['R', 'BANK 1/2026-03', 'Müller', 'Mu\u0308ller', '振込 1', 'x'.repeat(140)])(
    'may be %j',
    (reference) => expect(details(reference)).toEqual([]),
  );

  it.each([
    ['a zero-width space', 'BANK\u200B1', 'U+200B'],
    ['a zero-width joiner', 'BANK\u200D1', 'U+200D'],
    ['a byte order mark', '\uFEFFBANK1', 'U+FEFF'],
    ['a soft hyphen', 'BANK\u00AD1', 'U+00AD'],
    ['a change of the text direction', 'BANK\u202E1', 'U+202E'],
    ['a filler', 'BANK\u31641', 'U+3164'],
    ['a variation selector', 'BANK1\uFE0F', 'U+FE0F'],
    ['a control character', 'BANK\u00071', 'U+0007'],
    ['a line end', 'BANK\u20281', 'U+2028'],
    ['another space', 'BANK\u00A01', 'U+00A0'],
    ['half a character', 'BANK\uD8001', 'U+D800'],
    ['a blank Braille pattern', 'BANK\u28001', 'U+2800'],
    ['an object replacement character', 'BANK\uFFFC1', 'U+FFFC'],
    ['a replacement character', 'M\uFFFDller', 'U+FFFD'],
  ])('may not have %s', (_, reference, named) =>
    expect(details(reference)).toEqual([expect.stringContaining(named)]),
  );

  it.each(['', ' R', 'R ', 'x'.repeat(141)])('may not be %j', (reference) =>
    expect(details(reference)).toEqual([expect.stringContaining('1 to 140')]),
  );
});

describe('a text that a spreadsheet or a bank wrote instead of a reference', () => {
  it.each([
    ...['2.02609E+13', '2,02609E+13', '2.02609e+13', '2E+13', '2.0E13', '-1.5E-7', '20.2609E+12'],
    ...['202609000000017.0', '202609000000017,00'],
  ])('%s was a number: rejected with the next step', (reference) =>
    expect(details(reference)).toEqual([expect.stringContaining('format the column as text')]),
  );
  it.each([
    ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#SPILL!', '#NV'],
    ...['#ÜBERLAUF!', '#GETTING_DATA', '########', '#', 'Err:502'],
  ])('%s is an error: rejected with the next step', (reference) =>
    expect(details(reference)).toEqual([expect.stringContaining('error of a spreadsheet')]),
  );
  it.each([
    ...['=202609000000017', '"202609000000017"', '=T("202609000000017")', '\u2019202609000000017'],
    ...['`202609000000017', '+202609000000017', "202609000000017'", '\uFF07202609000000017'],
  ])('%s has a sign of a spreadsheet: rejected with the next step', (reference) =>
    expect(details(reference)).toEqual([
      expect.stringContaining('a sign that a spreadsheet added'),
    ]),
  );
  it.each([
    ...['NONREF', 'NOTPROVIDED', 'Not provided', 'N/A', 'n.a.', 'NA', 'NaN', 'null', '(blank)'],
    ...['-', '—', '0', '000', '0.00', '...', '?', 'none', 'No reference', 'unknown', '///'],
  ])('%s is a placeholder: rejected with the next step', (reference) =>
    expect(details(reference)).toEqual([expect.stringContaining('the bank’s own reference')]),
  );
  it.each([
    ...['#12345', '20260316E00012', '2026-03', '1.5', '12E', 'E12', 'NA-17', 'UNKNOWN 7', '0017'],
    ...['NONREF/17', '振込', 'Nadia', '12,5'],
  ])('%s is a reference', (reference) => expect(details(reference)).toEqual([]));
});
