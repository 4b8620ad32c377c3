import { describe, expect, it } from '@jest/globals';
import { countryName, isAlpha2, isAlpha3, toAlpha2, toAlpha3 } from './countries.js';

describe('countries', () => {
  it('have two codes and a name', () =>
    expect([
      toAlpha3('DE'),
      toAlpha2('DEU'),
      countryName('USA'),
      isAlpha2('DE'),
      isAlpha3('DEU'),
    ]).toEqual(['DEU', 'DE', 'United States of America', true, true]));
  it.each(['constructor', '__proto__', 'toString', 'de', 'ZZ', ''])('%j is not a country', (word) =>
    expect([
      toAlpha3(word),
      toAlpha2(word),
      countryName(word),
      isAlpha2(word),
      isAlpha3(word),
    ]).toEqual([...[word, word, '', false, false]]),
  );
});
