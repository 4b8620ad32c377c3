import { describe, expect, it } from '@jest/globals';
import { partnerPage } from './partner-list.js';

const all = ['Acme', 'Globex', 'Acme Europe', 'Łódź'].map((name, i) => ({ id: `p-${i}`, name }));
const page = (text: string, offset = 0, limit = 10) => {
  const { partners, total } = partnerPage(all, { text, offset, limit });
  return [partners.map(({ name }) => name), total];
};

describe('a page of partners', () => {
  it('has all partners in their order', () =>
    expect(page('')).toEqual([['Acme', 'Globex', 'Acme Europe', 'Łódź'], 4]));

  it.each([
    ['a part of the name, in any case', ' ACME ', ['Acme', 'Acme Europe']],
    ['letters of any script', 'łódź', ['Łódź']],
    ['the id', 'p-1', ['Globex']],
    ['a text that matches no name', 'p-', []],
  ])('is found by %s', (_, text, names) => expect(page(text)).toEqual([names, names.length]));

  it('has the total number of matches', () => {
    expect(page('acme', 1, 1)).toEqual([['Acme Europe'], 2]);
    expect(page('', 4, 1)).toEqual([[], 4]);
  });
});
