import { centsToDecimal } from '#platform/core/money.js';
import type { KnownTransfer } from '../transfer/transfer.state.js';
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
    matches: (went?.matches ?? []).map(({ periodId, amountCents: part }) => ({
      settlementId: periodId,
      amount: centsToDecimal(part),
    })),
    credit: went === null ? '0.00' : centsToDecimal(went.creditCents),
  };
};
