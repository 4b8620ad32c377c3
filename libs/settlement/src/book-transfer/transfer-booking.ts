import { Injectable } from '@nestjs/common';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import type { LedgerEvent } from '../ledger/ledger.events.js';
import type { Decide } from '../ledger/ledger.state.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { type Matched, matchTransfer, payOut, reverseTransfer } from '../ledger/matching.decide.js';
import { confirmBooked, declinePayout } from '../transfer/transfer.decide.js';
import { type KnownTransfer, type Transfer, transfers } from '../transfer/transfer.state.js';

/**
 * Books the latest entry of a transfer into the partner's ledger exactly once, also after a crash.
 * Searches the ledger for the entry, from a revision before the entry. The append that follows fails
 * if another process wrote to the ledger in the meantime.
 */
@Injectable()
export class TransferBooking {
  constructor(
    private readonly store: EventStore,
    private readonly ledgers: LedgerStore,
  ) {}

  async ledger(transferId: string, cause: Cause): Promise<Transfer> {
    const transfer = await this.store.load(transfers, transferId);
    if (transfer.status === 'absent' || transfer.booked) return transfer;
    const entered = await this.enter(transfer, cause);
    const decision =
      entered.type === 'SettlementPayoutDeclined'
        ? declinePayout(transfer.entry, new Date())
        : confirmBooked(transfer.entry, matchedIn(entered), new Date());
    return (await this.store.transact(transfers, transferId, decision, cause)).state;
  }

  private async enter(transfer: KnownTransfer, cause: Cause): Promise<EntryEvent> {
    const { partnerId, ledgerRevision } = transfer;
    const { events } = await this.ledgers.transactUnless(
      partnerId,
      ledgerRevision,
      (event) => isEntryOf(transfer, event),
      entryDecision(transfer),
      cause,
    );
    const entry = events.find((event) => isEntryOf(transfer, event));
    if (entry === undefined) throw new Error(`Transfer ${transfer.transferId} was not booked`);
    return entry;
  }
}

const entryDecision = (transfer: KnownTransfer): Decide => {
  const { transferId, entry, reference, amountCents, matched } = transfer;
  const incoming = { transferId, entry, reference, amountCents };
  if (transfer.status === 'recorded')
    return transfer.kind === 'payout'
      ? payOut(incoming, new Date())
      : matchTransfer(incoming, new Date());
  if (matched === null) throw new Error(`Transfer ${transferId} was reversed before it was booked`);
  return reverseTransfer(incoming, matched, transfer.reason, new Date());
};

type EntryEvent = Extract<LedgerEvent, { readonly type: (typeof ENTRY_TYPES)[number] }>;

const ENTRY_TYPES = [
  'SettlementTransferMatched',
  'SettlementTransferReversed',
  'SettlementPayoutDeclined',
] as const;

const isEntryOf = (transfer: KnownTransfer, event: LedgerEvent): event is EntryEvent =>
  'transferId' in event.data &&
  event.data.transferId === transfer.transferId &&
  event.data.entry === transfer.entry;

const matchedIn = ({
  data: { matches, creditCents },
}: Exclude<EntryEvent, { readonly type: 'SettlementPayoutDeclined' }>): Matched => ({
  matches,
  creditCents,
});
