// The package's main file would load the names in eighty languages.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** ISO 3166 alpha-3 → alpha-2; an unknown code is returned as it is. */
export const toAlpha2 = (alpha3: string): string => countries.alpha3ToAlpha2(alpha3) ?? alpha3;

/** ISO 3166 alpha-2 → alpha-3; an unknown code is returned as it is. */
export const toAlpha3 = (alpha2: string): string => countries.alpha2ToAlpha3(alpha2) ?? alpha2;

/** English name of an alpha-3 code, empty when unknown. */
export const countryName = (alpha3: string): string => countries.getName(alpha3, 'en') ?? '';

/** Whether this is an assigned ISO 3166 alpha-3 code. */
export const isAlpha3 = (code: string): boolean => countries.alpha3ToAlpha2(code) !== undefined;

/** Whether it is an ISO 3166-1 alpha-2 code, in capitals. */
export const isAlpha2 = (text: string): boolean => countries.alpha2ToAlpha3(text) !== undefined;
