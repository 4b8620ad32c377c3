import { Injectable } from '@nestjs/common';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import type { BookEvent } from '../book/book.events.js';
import type { Decide } from '../book/book.state.js';
import { BookStore } from '../book/book-store.js';
import { type Matched, matchTransfer, reverseTransfer } from '../book/matching.decide.js';
import { confirmBooked } from '../transfer/transfer.decide.js';
import { type KnownTransfer, type Transfer, transfers } from '../transfer/transfer.state.js';

/**
 * Brings the latest entry of a transfer into the partner's book exactly once, whoever asks, how often
 * and after whatever death in between: the book is searched for it from where it cannot have been yet,
 * and the append that follows fails if anybody wrote in the meantime.
 */
@Injectable()
export class TransferBooking {
  constructor(
    private readonly store: EventStore,
    private readonly books: BookStore,
  ) {}

  async book(transferId: string, cause: Cause): Promise<Transfer> {
    const transfer = await this.store.load(transfers, transferId);
    if (transfer.status === 'absent' || transfer.booked) return transfer;
    const matched = await this.enter(transfer, cause);
    const decision = confirmBooked(transfer.entry, matched, new Date());
    return (await this.store.transact(transfers, transferId, decision, cause)).state;
  }

  private async enter(transfer: KnownTransfer, cause: Cause): Promise<Matched> {
    const { partnerId, bookRevision } = transfer;
    const { events } = await this.books.transactUnless(
      partnerId,
      bookRevision,
      (event) => isEntryOf(transfer, event),
      entryDecision(transfer),
      cause,
    );
    const entry = events.find((event) => isEntryOf(transfer, event));
    if (entry === undefined) throw new Error(`Transfer ${transfer.transferId} was not booked`);
    return matchedIn(entry);
  }
}

const entryDecision = (transfer: KnownTransfer): Decide => {
  const { transferId, entry, reference, amountCents, matched } = transfer;
  const incoming = { transferId, entry, reference, amountCents };
  if (transfer.status === 'recorded') return matchTransfer(incoming, new Date());
  if (matched === null) throw new Error(`Transfer ${transferId} was reversed before it was booked`);
  return reverseTransfer(incoming, matched, transfer.reason, new Date());
};

type EntryEvent = Extract<
  BookEvent,
  { readonly type: 'SettlementTransferMatched' | 'SettlementTransferReversed' }
>;

const isEntryOf = (transfer: KnownTransfer, event: BookEvent): event is EntryEvent =>
  (event.type === 'SettlementTransferMatched' || event.type === 'SettlementTransferReversed') &&
  event.data.transferId === transfer.transferId &&
  event.data.entry === transfer.entry;

const matchedIn = ({ data: { matches, creditCents } }: EntryEvent): Matched => ({
  matches,
  creditCents,
});
