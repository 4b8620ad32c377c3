import { centsToDecimal } from '#platform/core/money.js';
import type { Matched } from '../book/matching.decide.js';
import type { Recording } from '../transfer/transfer.decide.js';
import { type KnownTransfer, sameReference, transferId } from '../transfer/transfer.state.js';
import type { TransferView } from './record-transfer.command.js';

/** A transfer as finance staff see it; one that is reversed went nowhere. */
export const transferView = (transfer: KnownTransfer): TransferView => {
  const { transferId: id, partnerId, reference, amountCents, status, matched } = transfer;
  const went = status === 'recorded' && matched !== null ? matched : null;
  return {
    id,
    partnerId,
    reference,
    amount: centsToDecimal(amountCents),
    status,
    awaitsSecondPerson: status === 'recorded' && transfer.proposal !== null,
    ...matchedView(went),
  };
};

/** One that waits for a second person before anything is recorded under its reference. */
export const proposedView = (recording: Recording): TransferView => ({
  id: transferId(recording.partnerId, recording.reference),
  partnerId: recording.partnerId,
  reference: sameReference(recording.reference),
  amount: centsToDecimal(recording.amountCents),
  status: 'proposed',
  awaitsSecondPerson: true,
  ...matchedView(null),
});

/** Of a line of a file, or a recording, that changes nothing: empty where the transfer stands. */
export const reasonOfKnown = (status: TransferView['status']): string =>
  status === 'reversed'
    ? 'It was taken back, and stays so: if that was wrong, record it under a reference that says so'
    : '';

/** Where a transfer went, or would; null for nowhere. */
export const matchedView = (matched: Matched | null): Pick<TransferView, 'matches' | 'credit'> => ({
  matches: (matched?.matches ?? []).map(({ periodId, dueAt, amountCents }) => ({
    settlementId: periodId,
    dueAt,
    amount: centsToDecimal(amountCents),
  })),
  credit: matched === null ? '0.00' : centsToDecimal(matched.creditCents),
});
