import { DateTime } from 'luxon';

const ADULT_YEARS = 18;
/** Above the age of the oldest known person, 122 years. */
const AGE_MAX_YEARS = 150;

/** Returns whether the text is an existing day in the form `YYYY-MM-DD`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;

/** Returns whether a person with this date of birth is under 18 years old, by UTC days. */
export const isTooYoung = (dateOfBirth: string, now: Date): boolean =>
  DateTime.fromISO(dateOfBirth, { zone: 'utc' }).plus({ years: ADULT_YEARS }) >
  DateTime.fromJSDate(now, { zone: 'utc' });

/** Returns whether a date of birth is so early that it must be a typing error. */
export const isTooLongAgo = (dateOfBirth: string, now: Date): boolean =>
  DateTime.fromISO(dateOfBirth, { zone: 'utc' }).plus({ years: AGE_MAX_YEARS }) <
  DateTime.fromJSDate(now, { zone: 'utc' });
