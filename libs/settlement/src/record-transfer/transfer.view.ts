import { centsToDecimal } from '#kernel/money.js';
import type { Matched } from '../ledger/matching.decide.js';
import type { Recording } from '../transfer/transfer.decide.js';
import {
  type KnownTransfer,
  type TransferKind,
  sameReference,
  transferId,
} from '../transfer/transfer.state.js';

export type TransferView = {
  readonly id: string;
  readonly partnerId: string;
  readonly kind: TransferKind;
  readonly reference: string;
  readonly amount: string;
  readonly status: 'proposed' | 'recorded' | 'reversed';
  /** One person requested to record or reverse it, and a second person must request the same. */
  readonly awaitsSecondPerson: boolean;
  /** Paid periods, with the part that each received. */
  readonly matches: readonly {
    readonly settlementId: string;
    /** Due time of the period. */
    readonly dueAt: string;
    readonly amount: string;
  }[];
  /** Change of the credit: the rest of a payment, or the negative amount of a payout. */
  readonly credit: string;
};

/** A transfer as finance staff see it. The matches of a reversed transfer are empty. */
export const transferView = (transfer: KnownTransfer): TransferView => {
  const { transferId: id, partnerId, kind, reference, amountCents, status, matched } = transfer;
  const paid = status === 'recorded' && matched !== null ? matched : null;
  return {
    id,
    partnerId,
    kind,
    reference,
    amount: centsToDecimal(amountCents),
    status,
    awaitsSecondPerson: status === 'recorded' && transfer.proposal !== null,
    ...matchedView(paid),
  };
};

/** A transfer that waits for a second person before it is recorded. */
export const proposedView = (recording: Recording): TransferView => ({
  id: transferId(recording.partnerId, recording.reference),
  partnerId: recording.partnerId,
  kind: recording.kind,
  reference: sameReference(recording.reference),
  amount: centsToDecimal(recording.amountCents),
  status: 'proposed',
  awaitsSecondPerson: true,
  ...matchedView(null),
});

/** Note on a line that is ignored. Empty if an earlier file recorded the transfer. */
export const reasonOfKnown = (
  status: TransferView['status'],
  sameAs: number | null = null,
): string => {
  if (sameAs !== null) return `It says the same as line ${sameAs}`;
  if (status === 'proposed') return 'A second person must record it too';
  return status === 'reversed'
    ? 'It was reversed, and stays reversed: if the reversal was wrong, record the transfer under a reference that says so'
    : '';
};

/** Periods and credit that a transfer pays or would pay. */
export const matchedView = (matched: Matched | null): Pick<TransferView, 'matches' | 'credit'> => ({
  matches: (matched?.matches ?? []).map(({ periodId, dueAt, amountCents }) => ({
    settlementId: periodId,
    dueAt,
    amount: centsToDecimal(amountCents),
  })),
  credit: matched === null ? '0.00' : centsToDecimal(matched.creditCents),
});
