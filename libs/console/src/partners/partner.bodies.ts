import type { TermsChange } from '#auth';
import { parseInstant } from '#platform/core/instant.js';
import { centsFromDecimal } from '#platform/core/money.js';
import { type Fault, malformed, unacceptable } from '#platform/core/refused.js';
import { EmailField, FlagField, TextField, WholeField } from '#platform/http/fields.js';
import { ReasonField } from '../reason-field.js';

const DollarsField = (about: string, example: string) =>
  TextField({
    optional: true,
    max: 16,
    pattern: /^\d{1,13}(\.\d{1,2})?$/,
    code: 'amount_invalid',
    detail: 'must be dollars, like 1250.00',
    about,
    example,
  });

const BasisPointsField = (about: string) =>
  WholeField({ optional: true, min: 0, max: 10_000, about, example: 25 });

export class CreatePartnerBody {
  @TextField({ max: 100, about: 'How we call the partner.', example: 'Acme' })
  readonly name!: string;
}

export class ConfigurePartnerBody {
  @DollarsField('Kept back from each deposit.', '1.00') readonly feeFlat?: string;
  @BasisPointsField('And basis points of its amount.') readonly feeBps?: number;
  @DollarsField('Charged for each order.', '0.50') readonly commissionFlat?: string;
  @BasisPointsField('And basis points of its filled value.') readonly commissionBps?: number;
  @DollarsField('The largest deposit.', '50000.00') readonly limit?: string;
  @DollarsField('The most that a user may deposit in a day.', '250000.00')
  readonly dailyLimit?: string;
  @FlagField({ optional: true, about: 'Whether the partner sees whole tax ids.', example: false })
  readonly showTaxId?: boolean;
}

export class PartnerUserBody {
  @EmailField({ about: 'Of the sign-in.', example: 'server@acme.example' })
  readonly email!: string;
}

export class DisablePartnerUserBody extends PartnerUserBody {
  @ReasonField({ about: 'Kept with the decision.', example: 'Its password was in a mail' })
  readonly reason!: string;
}

export class RevokeKeyBody {
  @TextField({ about: 'Of the key.', example: '8qdeg1livyf1se7brd9e5hvaujdbeew42' })
  readonly keyId!: string;
  @TextField({
    optional: true,
    max: 30,
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/,
    code: 'time_invalid',
    detail: 'must be a time with its offset, like 2026-03-31T17:00:00Z',
    about: 'When it ends, instead of now. The last word counts.',
    example: '2026-03-31T17:00:00Z',
  })
  readonly at?: string;
}

export class ScheduleBody {
  @TextField({ about: 'Time zone.', example: 'America/New_York' })
  readonly zone!: string;
  @TextField({ about: 'Time of day on the clocks of the zone.', example: '17:00' })
  readonly cutOff!: string;
  @TextField({ about: '`day`, `week` or `month`.', example: 'week' })
  readonly every!: string;
  @TextField({
    optional: true,
    about: '`mon` … `sun` for weeks; `1` … `28` or `last` for months.',
    example: 'fri',
  })
  readonly on?: string;
  @WholeField({ min: 0, max: 60, about: 'Business days until the transfer is due.', example: 2 })
  readonly dueDays!: number;
}

/** What is left out stays as it is. @throws {Refused} 400 when nothing is in. */
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
  };
};

const EMPTY: Fault = { pointer: '', code: 'field_missing', detail: 'must hold at least one field' };

const dollars = (text: string | undefined) =>
  text === undefined ? undefined : centsFromDecimal(text);

/** @throws {Refused} 422 for a day that there is not. */
export const momentOf = (text: string): Date => {
  const moment = parseInstant(text);
  if (moment !== null) return moment;
  const detail = 'must be a time that there is';
  throw unacceptable({ pointer: '/at', code: 'time_invalid', detail });
};
