import { describe, expect, it } from '@jest/globals';
import { AssetList } from './asset-list.js';

const asset = (symbol: string, name: string) => ({
  ...{ symbol, name, exchange: 'NYSE', tradable: true, fractionable: true },
});
const list = new AssetList([
  asset('KO', 'Coca-Cola Company (The)'),
  asset('AAPL', 'Apple Inc. Common Stock'),
  asset('BRK.B', 'Berkshire Hathaway Inc. Class B'),
  asset('APLE', 'Apple Hospitality REIT, Inc.'),
  asset('ORLY', 'O’Reilly Automotive, Inc.'),
  asset('AIR', 'Émeraude Pineapple Airways'),
]);
const found = (text: string) => list.search(text).map(({ symbol }) => symbol);

describe('a search for assets', () => {
  it.each([
    ['a symbol', 'AAPL', ['AAPL']],
    ['the start of a symbol, in any case', 'brk', ['BRK.B']],
    ['a dot as a dot', 'BRK.', ['BRK.B']],
    ['the start of a name', 'apple', ['AAPL', 'APLE']],
    ['the start of a later word', 'hosp', ['APLE']],
    ['two words', 'apple inc', ['AAPL']],
    ['a word after a hyphen', 'cola', ['KO']],
    ['a word after a bracket', 'the', ['KO']],
    ['letters of other scripts, in any case', 'éme', ['AIR']],
    ['spaces around the text', '  ko ', ['KO']],
    ['the middle of a word: nothing', 'pple', []],
    ['the middle of a symbol: nothing', 'RK', []],
    ['characters of a pattern: nothing', '.*', []],
  ])('finds %s', (_, text, symbols) => expect(found(text)).toEqual(symbols));

  it('without a text returns all, sorted by symbol', () =>
    expect(found('')).toEqual(['AAPL', 'AIR', 'APLE', 'BRK.B', 'KO', 'ORLY']));
});

describe('an asset', () => {
  it('has its exact symbol', () => {
    expect(list.find('KO')).toMatchObject({ name: 'Coca-Cola Company (The)' });
    expect(list.find('ko')).toBeNull();
  });
  it('listed twice is shown once', () => {
    const twice = new AssetList([asset('KO', 'old'), asset('KO', 'new')]);
    expect(twice.search('')).toEqual([asset('KO', 'new')]);
  });
});
