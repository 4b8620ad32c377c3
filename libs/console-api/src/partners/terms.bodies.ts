import type { TermsChange } from '#auth/configure-partner/configure-partner.handler.js';
import { COLLECTION, SWITCH, TWO_FACTOR } from '#auth/partner/partner.events.js';
import { DOLLARS, DOLLARS_LENGTH_MAX, DOLLARS_RULE, centsFromText } from '#kernel/money.js';
import { type FieldError, malformed } from '#kernel/refused.js';
import { FlagField, TextField, WholeField, WordField } from '#http/fields.js';

const DollarsField = (about: string, example: string) =>
  TextField({
    optional: true,
    max: DOLLARS_LENGTH_MAX,
    pattern: DOLLARS,
    code: 'amount_invalid',
    detail: DOLLARS_RULE,
    about,
    example,
  });

const BasisPointsField = (about: string) =>
  WholeField({ optional: true, min: 0, max: 10_000, about, example: 25 });

const ChoiceField = (words: readonly [string, ...string[]], about: string) =>
  WordField(words, 'term_invalid', { optional: true, about, example: words[0] });

export class ConfigurePartnerBody {
  @DollarsField('Flat fee of each deposit.', '1.00') readonly feeFlat?: string;
  @BasisPointsField('Further fee, in basis points of the amount.') readonly feeBps?: number;
  @DollarsField('Flat commission of each order.', '0.50') readonly commissionFlat?: string;
  @BasisPointsField('Further commission, in basis points of the filled value.')
  readonly commissionBps?: number;
  @DollarsField('The largest deposit.', '50000.00') readonly limit?: string;
  @DollarsField('Largest total of one user’s deposits on one UTC day.', '250000.00')
  readonly dailyLimit?: string;
  @FlagField({ optional: true, about: 'Whether the partner sees full tax ids.', example: false })
  readonly showTaxId?: boolean;
  @ChoiceField(SWITCH, 'Whether users of the partner can withdraw.')
  readonly withdrawals?: (typeof SWITCH)[number];
  @DollarsField('Flat fee of each withdrawal.', '1.00') readonly withdrawalFeeFlat?: string;
  @BasisPointsField('Further fee, in basis points of the amount.')
  readonly withdrawalFeeBps?: number;
  @DollarsField('The largest withdrawal.', '50000.00') readonly withdrawalLimit?: string;
  @DollarsField('Largest total of one user’s withdrawals on one UTC day.', '250000.00')
  readonly withdrawalDailyLimit?: string;
  @ChoiceField(TWO_FACTOR, 'Whether a withdrawal needs the user’s one-time code.')
  readonly withdrawalTwoFactor?: (typeof TWO_FACTOR)[number];
  @ChoiceField(COLLECTION, 'Whether settlement collects the commissions of orders.')
  readonly commissionCollection?: (typeof COLLECTION)[number];
}

/** Omitted fields keep their value. @throws {Refused} 400 if all fields are omitted. */
export const termsChange = (body: ConfigurePartnerBody): TermsChange => {
  if (Object.values(body).every((value) => value === undefined)) throw malformed([EMPTY]);
  return {
    feeFlatCents: dollars(body.feeFlat),
    feeBasisPoints: body.feeBps,
    commissionFlatCents: dollars(body.commissionFlat),
    commissionBasisPoints: body.commissionBps,
    transactionLimitCents: dollars(body.limit),
    dailyLimitCents: dollars(body.dailyLimit),
    showTaxId: body.showTaxId,
    withdrawals: body.withdrawals,
    withdrawalFeeFlatCents: dollars(body.withdrawalFeeFlat),
    withdrawalFeeBasisPoints: body.withdrawalFeeBps,
    withdrawalLimitCents: dollars(body.withdrawalLimit),
    withdrawalDailyLimitCents: dollars(body.withdrawalDailyLimit),
    withdrawalTwoFactor: body.withdrawalTwoFactor,
    commissionCollection: body.commissionCollection,
  };
};

const EMPTY: FieldError = {
  pointer: '',
  code: 'field_missing',
  detail: 'must contain at least one field',
};

const dollars = (text: string | undefined) =>
  text === undefined ? undefined : centsFromText(text)!;
