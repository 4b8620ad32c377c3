import type { Schemas } from '../../api/client.js';
import { ApiError } from '../../api/api-error.js';
import type { Fields } from '../../ui/index.js';

type Terms = Schemas['PartnerTerms'];

/**
 * Returns the terms that the user changed in the form. Another person may have changed other terms in
 * the meantime. @throws {ApiError} without a change.
 */
export const changedTerms = (from: Terms, fields: Fields): Partial<Terms> => {
  const isChanged = (name: keyof Terms) =>
    fields[name] !== undefined && fields[name] !== String(from[name]);
  const changes = (Object.keys(READ) as (keyof Terms)[])
    .filter(isChanged)
    .map((name) => [name, READ[name](fields[name] ?? '')]);
  if (changes.length > 0) return Object.fromEntries(changes) as Partial<Terms>;
  const detail = 'No term has changed. Change a term, or close this dialog.';
  throw new ApiError(0, 'nothing_changed', detail);
};

/** Returns NaN unless the text is a whole number. JSON makes it null, which the service rejects. */
const wholeNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

const asTyped = (text: string): string => text;

const READ: Readonly<Record<keyof Terms, (text: string) => unknown>> = {
  feeFlat: asTyped,
  feeBps: wholeNumber,
  commissionFlat: asTyped,
  commissionBps: wholeNumber,
  limit: asTyped,
  dailyLimit: asTyped,
  showTaxId: (text) => text === 'true',
  withdrawals: asTyped,
  withdrawalFeeFlat: asTyped,
  withdrawalFeeBps: wholeNumber,
  withdrawalLimit: asTyped,
  withdrawalDailyLimit: asTyped,
  withdrawalTwoFactor: asTyped,
  commissionCollection: asTyped,
};
