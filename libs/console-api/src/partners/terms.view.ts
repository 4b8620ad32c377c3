import { COLLECTION, SWITCH, TWO_FACTOR } from '#auth/partner/partner.events.js';
import type { Terms } from '#auth/partner/partner.state.js';
import { centsToDecimal } from '#kernel/money.js';
import { count, flag, object, usdText, word } from '#http/response-schemas.js';

export const terms = object('PartnerTerms', 'Fees and limits of a partner.', {
  feeFlat: usdText('Flat fee of each deposit.', '1.00'),
  feeBps: count('Further fee, in basis points of the amount.', 25),
  commissionFlat: usdText('Flat commission of each order.', '0.50'),
  commissionBps: count('Further commission, in basis points of the filled value.', 10),
  limit: usdText('The largest deposit.', '50000.00'),
  dailyLimit: usdText('Largest total of one user’s deposits on one UTC day.', '250000.00'),
  showTaxId: flag('Whether the partner sees full tax ids.'),
  withdrawals: word('Whether users of the partner can withdraw.', SWITCH),
  withdrawalFeeFlat: usdText('Flat fee of each withdrawal.', '1.00'),
  withdrawalFeeBps: count('Further fee, in basis points of the amount.', 25),
  withdrawalLimit: usdText('The largest withdrawal.', '50000.00'),
  withdrawalDailyLimit: usdText(
    'Largest total of one user’s withdrawals on one UTC day.',
    '250000.00',
  ),
  withdrawalTwoFactor: word('Whether a withdrawal needs the user’s one-time code.', TWO_FACTOR),
  commissionCollection: word('Whether settlement collects the commissions of orders.', COLLECTION),
});

export const termsView = ({ fee, commission, withdrawalFee, ...rest }: Terms) => ({
  feeFlat: centsToDecimal(fee.flatCents),
  feeBps: fee.basisPoints,
  commissionFlat: centsToDecimal(commission.flatCents),
  commissionBps: commission.basisPoints,
  limit: centsToDecimal(rest.transactionLimitCents),
  dailyLimit: centsToDecimal(rest.dailyLimitCents),
  showTaxId: rest.showTaxId,
  withdrawals: rest.withdrawals,
  withdrawalFeeFlat: centsToDecimal(withdrawalFee.flatCents),
  withdrawalFeeBps: withdrawalFee.basisPoints,
  withdrawalLimit: centsToDecimal(rest.withdrawalLimitCents),
  withdrawalDailyLimit: centsToDecimal(rest.withdrawalDailyLimitCents),
  withdrawalTwoFactor: rest.withdrawalTwoFactor,
  commissionCollection: rest.commissionCollection,
});
