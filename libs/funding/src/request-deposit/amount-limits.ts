import { type Cents, centsToDecimal } from '#kernel/money.js';
import { unacceptable } from '#kernel/refused.js';

/** @throws {Refused} 422 `limit_exceeded` above the limit of one transaction */
export const requireWithinLimit = (amountCents: Cents, limitCents: Cents): void => {
  if (amountCents <= limitCents) return;
  const detail = `must be at most ${centsToDecimal(limitCents)}`;
  throw unacceptable({ pointer: '/amount', code: 'limit_exceeded', detail });
};

/** @throws {Refused} 422 `amount_invalid` if nothing is left after the fee */
export const requireFeeCovered = (amountCents: Cents, feeCents: Cents): void => {
  if (feeCents < amountCents) return;
  const detail = `must be more than the fee of ${centsToDecimal(feeCents)}`;
  throw unacceptable({ pointer: '/amount', code: 'amount_invalid', detail });
};
