import { expect, it } from '@jest/globals';
import { SQLITE } from './dialect.js';

const ID = '0e4bb1f5-1111-4222-8333-abcdefabcdef';

it('keeps a UUID as its 16 bytes, whichever case it is written in', () => {
  const bytes = SQLITE.encode('uuid', ID) as Buffer;
  expect(bytes.toString('hex')).toBe(ID.replaceAll('-', ''));
  expect(SQLITE.encode('uuid', ID.toUpperCase())).toEqual(bytes);
  expect(SQLITE.decode('uuid', bytes)).toBe(ID);
});

it.each([
  ['too short', ID.slice(1)],
  ['too long', `${ID}0`],
  ['with a letter that is no digit', ID.replace('f', 'g')],
  ['with a first digit that is none', `g${ID.slice(1)}`],
  ['without its dashes', `${ID.replaceAll('-', '')}0000`],
  ['with a character of another alphabet', ID.replace('f', 'ф')],
])('takes no UUID %s', (_, text) => {
  expect(() => SQLITE.encode('uuid', text)).toThrow(RangeError);
});
