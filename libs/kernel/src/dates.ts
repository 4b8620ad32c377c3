import { DateTime } from 'luxon';

const ADULT_YEARS = 18;
/** Nobody is known to have lived longer than 122 years. */
const AGE_MAX_YEARS = 150;

/** `YYYY-MM-DD`, and a day that exists. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;

/** Whether somebody born then is under 18 at this moment (UTC days). */
export const isTooYoung = (dateOfBirth: string, now: Date): boolean =>
  DateTime.fromISO(dateOfBirth, { zone: 'utc' }).plus({ years: ADULT_YEARS }) >
  DateTime.fromJSDate(now, { zone: 'utc' });

/** Whether nobody born then can live at this moment: the year is a slip of the pen. */
export const isTooLongAgo = (dateOfBirth: string, now: Date): boolean =>
  DateTime.fromISO(dateOfBirth, { zone: 'utc' }).plus({ years: AGE_MAX_YEARS }) <
  DateTime.fromJSDate(now, { zone: 'utc' });
