import { partners } from '#auth';
import { Refused } from '#platform/core/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { centsToDecimal } from '#platform/core/money.js';
import { type TransferRow, readTransfers } from '../import-transfers/read-transfers.js';
import { recordTransfer } from '../transfer/transfer.decide.js';
import { transferId, transfers } from '../transfer/transfer.state.js';

/** What an import would make of one line of a file; lines count from 1, the header's. */
export type PreviewedLine = {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  readonly outcome: 'new' | 'known' | 'refused';
  /** Why it is refused, else empty. */
  readonly reason: string;
};

/** Reads a file as an import does, and records nothing. @throws {Refused} as an import does. */
export const previewTransfers = async (
  store: EventStore,
  csv: Uint8Array,
): Promise<readonly PreviewedLine[]> => {
  const lines: PreviewedLine[] = [];
  for (const row of readTransfers(csv)) {
    const { line, partnerId, reference, amountCents } = row;
    const about = { line, partnerId, reference, amount: centsToDecimal(amountCents) };
    lines.push({ ...about, ...(await judged(store, row)) });
  }
  return lines;
};

const judged = async (store: EventStore, row: TransferRow) => {
  const { partnerId, reference } = row;
  if ((await store.load(partners, partnerId)).id === null)
    return { outcome: 'refused', reason: 'There is no such partner' } as const;
  const transfer = await store.load(transfers, transferId(partnerId, reference));
  try {
    const events = recordTransfer(row, -1n, new Date())(transfer);
    return { outcome: events.length > 0 ? 'new' : 'known', reason: '' } as const;
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', reason: error.message } as const;
    throw error;
  }
};
