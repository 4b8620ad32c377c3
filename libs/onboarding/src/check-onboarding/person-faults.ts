import { isDate, isTooLongAgo, isTooYoung } from '#platform/core/dates.js';
import type { TraderDetails } from '../trader-profile/trader-profile.state.js';

const CHARACTERS_MAX = 255;
const NOT_FOR_TEXT = /[\p{Cc}\p{Cs}]/u;

/** Which details cannot be true of anybody, whatever the provider says. A gap is none. */
export const faultsOf = (details: TraderDetails, now: Date): readonly string[] =>
  Object.entries(details).flatMap(([field, value]) => {
    if (typeof value !== 'string' || value === '') return [];
    const isText = value.length <= CHARACTERS_MAX && !NOT_FOR_TEXT.test(value);
    return isText && (field !== 'dateOfBirth' || isBirthday(value, now)) ? [] : [field];
  });

const isBirthday = (day: string, now: Date): boolean =>
  isDate(day) && !isTooYoung(day, now) && !isTooLongAgo(day, now);
