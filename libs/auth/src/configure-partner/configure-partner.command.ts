import { Command } from '@nestjs/cqrs';
import type { Cents } from '#platform/core/money.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { Terms } from '../partner/partner.state.js';

/** What is left out stays as it is. */
export type TermsChange = {
  readonly feeFlatCents?: Cents | undefined;
  readonly feeBasisPoints?: number | undefined;
  readonly commissionFlatCents?: Cents | undefined;
  readonly commissionBasisPoints?: number | undefined;
  readonly transactionLimitCents?: Cents | undefined;
  readonly dailyLimitCents?: Cents | undefined;
  readonly showTaxId?: boolean | undefined;
};

export class ConfigurePartner extends Command<Terms> {
  constructor(
    readonly partnerId: string,
    readonly change: TermsChange,
    readonly by?: Operator,
  ) {
    super();
  }
}
