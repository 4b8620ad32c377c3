import { describe, expect, it } from '@jest/globals';
import { transferFaults } from './transfer-faults.js';

const details = (reference: string) => transferFaults(reference, 1n).map(({ detail }) => detail);

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
    ['a turn of the direction', 'BANK\u202E1', 'U+202E'],
    ['a filler', 'BANK\u31641', 'U+3164'],
    ['a variation selector', 'BANK1\uFE0F', 'U+FE0F'],
    ['a control character', 'BANK\u00071', 'U+0007'],
    ['a line end', 'BANK\u20281', 'U+2028'],
    ['another space', 'BANK\u00A01', 'U+00A0'],
    ['half a character', 'BANK\uD8001', 'U+D800'],
    ['a blank of Braille', 'BANK\u28001', 'U+2800'],
    ['the place of a picture', 'BANK\uFFFC1', 'U+FFFC'],
    ['the mark of a character that was not read', 'M\uFFFDller', 'U+FFFD'],
  ])('may not have %s', (_, reference, named) =>
    expect(details(reference)).toEqual([expect.stringContaining(named)]),
  );

  it.each(['', ' R', 'R ', 'x'.repeat(141)])('may not be %j', (reference) =>
    expect(details(reference)).toEqual([expect.stringContaining('1 to 140')]),
  );
});
