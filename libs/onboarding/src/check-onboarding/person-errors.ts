import { isDate, isTooLongAgo, isTooYoung } from '#kernel/dates.js';
import { isCleanText, isEmailAddress } from '#http/clean-text.js';
import type { TraderDetails } from '../trader-profile/trader-profile.state.js';

const CHARACTERS_MAX = 255;
/** Phone number with or without separators. */
const PHONE = /^\+?[\d ().\-/]{5,30}$/;
/**
 * Tax id of any country. It needs more than four characters, because masked text shows the last
 * four.
 */
const TAX_ID = /^[A-Za-z0-9 ./]{5,30}$/;

type Details = TraderDetails & { readonly taxId: string };

/** Returns the fields whose values cannot be true for any person. Empty fields are allowed. */
export const errorsOfPerson = (details: Details, now: Date): readonly string[] =>
  Object.entries(details).flatMap(([field, value]) => {
    if (typeof value !== 'string' || value === '') return [];
    const isText = value.length <= CHARACTERS_MAX && isCleanText(value);
    return isText && isPossible(field, value, now) ? [] : [field];
  });

const isPossible = (field: string, text: string, now: Date): boolean => {
  switch (field) {
    case 'dateOfBirth':
      return isDate(text) && !isTooYoung(text, now) && !isTooLongAgo(text, now);
    case 'emailAddress':
    case 'trustedContactEmailAddress':
      return isEmailAddress(text);
    case 'phone':
    case 'trustedContactPhoneNumber':
      return PHONE.test(text);
    case 'taxId':
      return TAX_ID.test(text);
    default:
      return true;
  }
};
