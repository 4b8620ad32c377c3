import { Command } from '@nestjs/cqrs';
import type { Cents } from '#platform/core/money.js';
import type { Operator } from '#platform/event-store/operator-cause.js';

export type TransferView = {
  readonly id: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  readonly status: 'recorded' | 'reversed';
  /** Periods it went to, with the part that each got. */
  readonly matches: readonly {
    readonly settlementId: string;
    /** When its transfer was due. */
    readonly dueAt: string;
    readonly amount: string;
  }[];
  readonly credit: string;
};

/** The partner's money came in. `created` is false when the reference was known with this amount. */
export class RecordTransfer extends Command<{
  readonly transfer: TransferView;
  readonly created: boolean;
}> {
  constructor(
    readonly partnerId: string,
    readonly reference: string,
    readonly amountCents: Cents,
    readonly by?: Operator,
  ) {
    super();
  }
}
