import { deterministicId } from '#kernel/ids.js';
import type { Cents } from '#kernel/money.js';
import { normalized } from '#kernel/normalized.js';
import type { Stream } from '#kernel/event-store/stream.js';
import type { Matched } from '../ledger/matching.decide.js';
import { type KINDS, type TransferEvent, parseTransferEvent } from './transfer.events.js';

export type TransferKind = (typeof KINDS)[number];

/** A request that waits for a second person. `amountCents` is null for a reversal. */
export type Proposal = {
  readonly by: string;
  readonly kind: TransferKind;
  readonly amountCents: Cents | null;
};

export type KnownTransfer = {
  readonly status: 'recorded' | 'reversed';
  readonly kind: TransferKind;
  readonly transferId: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
  /** Amounts that were recorded under the reference and reversed. */
  readonly reversedCents: readonly Cents[];
  /** Reason of the reversal, or empty. */
  readonly reason: string;
  /** Whether the ledger declined the latest recording, so that no money counts for it. */
  readonly declined: boolean;
  readonly entry: number;
  /** Whether the partner's ledger contains the latest entry. */
  readonly booked: boolean;
  /** Periods and credit that the last recording paid. */
  readonly matched: Matched | null;
  /** Ledger revision before the latest entry. -1n: the ledger was empty. */
  readonly ledgerRevision: bigint;
  readonly proposal: Proposal | null;
};

export type Transfer =
  | { readonly status: 'absent'; readonly proposal: Proposal | null }
  | KnownTransfer;

/** Normalizes a reference: a letter with its accent may be one character or two. */
export const sameReference = (reference: string): string => normalized(reference, 'NFC');

/** The partner and the bank's reference identify a transfer. */
export const transferId = (partnerId: string, reference: string): string =>
  deterministicId('transfer', partnerId, sameReference(reference));

/** Reason of a payout that found too little credit. */
export const DECLINED = 'The credit was below the payout';

const evolve = (transfer: Transfer, { type, data }: TransferEvent): Transfer => {
  switch (type) {
    case 'TransferRecorded': {
      const { at: _, ledgerRevision, ...about } = data;
      const reversedCents = transfer.status === 'absent' ? [] : transfer.reversedCents;
      const open = { booked: false, declined: false, matched: null, proposal: null };
      const fresh = { reason: '', ...open, reversedCents };
      return { status: 'recorded', ...about, ...fresh, ledgerRevision: BigInt(ledgerRevision) };
    }
    case 'TransferReversed': {
      const { entry, reason } = data;
      const before = known(transfer, type);
      const reversedCents = [...before.reversedCents, before.amountCents];
      const changes = { entry, reason, booked: false, ledgerRevision: BigInt(data.ledgerRevision) };
      return { ...before, ...changes, reversedCents, status: 'reversed', proposal: null };
    }
    case 'TransferProposed':
      return {
        ...transfer,
        proposal: { by: data.by, kind: data.kind, amountCents: data.amountCents },
      };
    case 'TransferReversalProposed': {
      const before = known(transfer, type);
      const proposal = { by: data.by, kind: before.kind, amountCents: null };
      return { ...before, proposal };
    }
    case 'TransferDeclined':
      return {
        ...known(transfer, type),
        ...{ status: 'reversed', booked: true, declined: true, reason: DECLINED },
      };
    case 'TransferBooked': {
      const { matches, creditCents } = data;
      return { ...known(transfer, type), booked: true, matched: { matches, creditCents } };
    }
  }
};

const known = (transfer: Transfer, type: string): KnownTransfer => {
  if (transfer.status === 'absent') throw new Error(`${type} of a transfer never recorded`);
  return transfer;
};

export const transfers: Stream<Transfer, TransferEvent> = {
  category: 'transfer',
  initial: { status: 'absent', proposal: null },
  evolve,
  parse: parseTransferEvent,
};
