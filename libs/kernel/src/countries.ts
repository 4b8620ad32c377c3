// The package's main file would load the names in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

// The package's own look-ups answer for `constructor`, too.
const ALPHA3 = new Map(Object.entries(countries.getAlpha2Codes()));
const ALPHA2 = new Map([...ALPHA3].map(([alpha2, alpha3]) => [alpha3, alpha2]));
const NAMES = new Map(Object.entries(countries.getNames('en')));

/** ISO 3166 alpha-3 → alpha-2; an unknown code is returned as it is. */
export const toAlpha2 = (alpha3: string): string => ALPHA2.get(alpha3) ?? alpha3;

/** ISO 3166 alpha-2 → alpha-3; an unknown code is returned as it is. */
export const toAlpha3 = (alpha2: string): string => ALPHA3.get(alpha2) ?? alpha2;

/** English name of an alpha-3 code, empty when unknown. */
export const countryName = (alpha3: string): string => NAMES.get(ALPHA2.get(alpha3) ?? '') ?? '';

/** Whether this is an assigned ISO 3166 alpha-3 code. */
export const isAlpha3 = (code: string): boolean => ALPHA2.has(code);

/** Whether it is an ISO 3166-1 alpha-2 code, in capitals. */
export const isAlpha2 = (text: string): boolean => ALPHA3.has(text);
