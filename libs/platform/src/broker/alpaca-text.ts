import { normalized } from '../core/normalized.js';

/**
 * Printable ASCII for the broker, whose regulator's audit trail takes nothing else in names and
 * addresses: marks are stripped, common letters without a decomposition spelled out, the rest
 * dropped.
 */
export const toAscii = (text: string): string =>
  normalized(
    text.replaceAll(/[^\x20-\x7e]/gu, (letter) => SPELLED.get(letter) ?? letter),
    'NFKD',
  )
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e\s]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

const SPELLED = new Map([
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ð', 'd'],
  ['Ð', 'D'],
  ['þ', 'th'],
  ['Þ', 'Th'],
  ['ı', 'i'],
  ['’', "'"],
  ['‘', "'"],
  ['–', '-'],
  ['—', '-'],
]);
