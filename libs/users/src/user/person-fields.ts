import { IsString, Matches, ValidateBy } from 'class-validator';
import { toAlpha3 } from '#kernel/countries.js';
import { isDate, isTooLongAgo, isTooYoung } from '#kernel/dates.js';
import type { FieldError } from '#kernel/refused.js';
import { isCleanText } from '#http/clean-text.js';
import { type FieldRules, content, field, shape } from '#http/fields.js';

const NAME_CHARACTERS_MAX = 100;
/** Limit in UTF-16 units: one visible character may consist of any number of them. */
const NAME_UNITS_MAX = 2_000;
/** Created on first use: without it a process starts 12 ms sooner. */
let characters: Intl.Segmenter | null = null;

/** Returns whether the value has 1 to 100 user-perceived characters of any script, at least one visible. */
const isName = (value: unknown): boolean => {
  if (typeof value !== 'string' || value.length > NAME_UNITS_MAX) return false;
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(value) || !isCleanText(value)) return false;
  characters ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...characters.segment(value)].length <= NAME_CHARACTERS_MAX;
};

export const NameField = ({ about = 'A name.', ...rules }: FieldRules = {}) =>
  field(
    { ...rules, about: `${about} 1 to ${NAME_CHARACTERS_MAX} characters as people count them.` },
    { type: 'string', minLength: 1, maxLength: NAME_UNITS_MAX },
    IsString(shape('must be a string')),
    ValidateBy(
      { name: 'isName', validator: { validate: isName } },
      content('name_invalid', `must have 1 to ${NAME_CHARACTERS_MAX} characters, of any script`),
    ),
  );

const E164 = /^\+[1-9]\d{6,14}$/;

export const PhoneField = (rules: FieldRules = {}) =>
  field(
    rules,
    { type: 'string', pattern: E164.source },
    IsString(shape('must be a string')),
    Matches(E164, content('phone_invalid', 'must be E.164, like +12025550143')),
  );

/** Returns the errors of a date of birth, which must be a real date 18 to 150 years ago. */
export const birthErrors = (dateOfBirth: string, now: Date): FieldError[] => {
  const pointer = '/dateOfBirth';
  if (!isDate(dateOfBirth))
    return [{ pointer, code: 'date_invalid', detail: 'must be a real date, YYYY-MM-DD' }];
  if (isTooLongAgo(dateOfBirth, now))
    return [{ pointer, code: 'date_invalid', detail: 'must be 150 years ago at most' }];
  if (isTooYoung(dateOfBirth, now))
    return [{ pointer, code: 'user_too_young', detail: 'must be 18 years ago or more' }];
  return [];
};

/** Returns whether this two-letter code is a supported country. `tradingCountries` is alpha-3. */
export const isTradingCountry = (alpha2: string, tradingCountries: readonly string[]): boolean =>
  /^[A-Z]{2}$/.test(alpha2) && tradingCountries.includes(toAlpha3(alpha2));

/** `letters` is the required length of the country code. */
export const countryError = (pointer: string, letters: 'two' | 'three'): FieldError => ({
  pointer,
  code: 'country_not_supported',
  detail: `must be the code of ${letters} letters, like ${letters === 'two' ? 'US' : 'USA'}, of a country of GET /v1/onboarding/trading-countries`,
});
