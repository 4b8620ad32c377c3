// The main file of the package loads the names in 80 languages.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

// The functions of the package also return a value for `constructor`.
const ALPHA3 = new Map(Object.entries(countries.getAlpha2Codes()));
const ALPHA2 = new Map([...ALPHA3].map(([alpha2, alpha3]) => [alpha3, alpha2]));
const NAMES = new Map(Object.entries(countries.getNames('en')));

/** Converts ISO 3166 alpha-3 to alpha-2. Returns an unknown code unchanged. */
export const toAlpha2 = (alpha3: string): string => ALPHA2.get(alpha3) ?? alpha3;

/** Converts ISO 3166 alpha-2 to alpha-3. Returns an unknown code unchanged. */
export const toAlpha3 = (alpha2: string): string => ALPHA3.get(alpha2) ?? alpha2;

/** Returns the English name of an alpha-3 code, empty for an unknown code. */
export const countryName = (alpha3: string): string => NAMES.get(ALPHA2.get(alpha3) ?? '') ?? '';

/** Returns whether the text is an assigned ISO 3166 alpha-3 code, in capitals. */
export const isAlpha3 = (code: string): boolean => ALPHA2.has(code);

/** Returns whether the text is an assigned ISO 3166 alpha-2 code, in capitals. */
export const isAlpha2 = (text: string): boolean => ALPHA3.has(text);
