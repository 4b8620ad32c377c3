import { deterministicId } from '#platform/core/ids.js';
import type { Cents } from '#platform/core/money.js';
import { normalized } from '#platform/core/normalized.js';
import type { Stream } from '#platform/event-store/stream.js';
import type { Matched } from '../book/matching.decide.js';
import { type TransferEvent, parseTransferEvent } from './transfer.events.js';

/** What one person has asked for and another has not yet; `amountCents` null: to take it back. */
export type Proposal = { readonly by: string; readonly amountCents: Cents | null };

export type KnownTransfer = {
  readonly status: 'recorded' | 'reversed';
  readonly transferId: string;
  readonly partnerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
  /** All that was recorded under the reference and reversed. */
  readonly reversedCents: readonly Cents[];
  /** Why it was reversed, empty while it is not. */
  readonly reason: string;
  readonly entry: number;
  /** Whether the partner's book has the latest entry. */
  readonly booked: boolean;
  /** Where the last recording went. */
  readonly matched: Matched | null;
  /** The book had not heard of the latest entry up to here; -1n: it was empty. */
  readonly bookRevision: bigint;
  readonly proposal: Proposal | null;
};

export type Transfer =
  | { readonly status: 'absent'; readonly proposal: Proposal | null }
  | KnownTransfer;

/** Letters with their marks may come as one character or as two: both are one reference. */
export const sameReference = (reference: string): string => normalized(reference, 'NFC');

/** The bank's reference, as the partner's, is the identity of a transfer. */
export const transferId = (partnerId: string, reference: string): string =>
  deterministicId('transfer', partnerId, sameReference(reference));

const evolve = (transfer: Transfer, { type, data }: TransferEvent): Transfer => {
  switch (type) {
    case 'TransferRecorded': {
      const { at: _, bookRevision, ...about } = data;
      const reversedCents = transfer.status === 'absent' ? [] : transfer.reversedCents;
      const fresh = { reason: '', booked: false, matched: null, proposal: null, reversedCents };
      return { status: 'recorded', ...about, ...fresh, bookRevision: BigInt(bookRevision) };
    }
    case 'TransferReversed': {
      const { entry, reason } = data;
      const before = known(transfer, type);
      const reversedCents = [...before.reversedCents, before.amountCents];
      const changes = { entry, reason, booked: false, bookRevision: BigInt(data.bookRevision) };
      return { ...before, ...changes, reversedCents, status: 'reversed', proposal: null };
    }
    case 'TransferProposed':
      return { ...transfer, proposal: { by: data.by, amountCents: data.amountCents } };
    case 'TransferReversalProposed':
      return { ...known(transfer, type), proposal: { by: data.by, amountCents: null } };
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
