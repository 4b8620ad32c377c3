import { Command } from '@nestjs/cqrs';
import type { Cents } from '#platform/core/money.js';
import type { Operator } from '#platform/event-store/operator-cause.js';

export type TransferView = {
  readonly id: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  readonly status: 'proposed' | 'recorded' | 'reversed';
  /** One person has asked for it, or to take it back, and another must ask for the same. */
  readonly awaitsSecondPerson: boolean;
  /** Periods it went to, with the part that each got. */
  readonly matches: readonly {
    readonly settlementId: string;
    /** When its transfer was due. */
    readonly dueAt: string;
    readonly amount: string;
  }[];
  readonly credit: string;
};

/**
 * The partner's money came in. `created` is false when the reference was known with this amount, or a
 * second person must record it too.
 */
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
