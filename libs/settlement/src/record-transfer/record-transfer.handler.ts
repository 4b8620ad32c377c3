import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '#platform/config/config.js';
import { isUuid } from '#platform/core/ids.js';
import { notFound, unacceptable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { CONFIG } from '#platform/platform.module.js';
import { BookStore } from '../book/book-store.js';
import { TransferBooking } from '../book-transfer/transfer-booking.js';
import { recordTransfer } from '../transfer/transfer.decide.js';
import { transferId, transfers } from '../transfer/transfer.state.js';
import { RecordTransfer } from './record-transfer.command.js';
import { transferFaults } from './transfer-faults.js';
import { proposedView, transferView } from './transfer.view.js';

/** Recorded under its reference first, then booked; a job books it if this dies in between. */
@CommandHandler(RecordTransfer)
export class RecordTransferHandler implements ICommandHandler<RecordTransfer> {
  constructor(
    private readonly store: EventStore,
    private readonly books: BookStore,
    private readonly booking: TransferBooking,
    @Inject(CONFIG) private readonly config: Pick<Config, 'twoPersonTransfersAboveCents'>,
  ) {}

  async execute({ partnerId, reference, amountCents, by }: RecordTransfer) {
    const faults = transferFaults(reference, amountCents);
    if (faults.length > 0) throw unacceptable(...faults);
    if (!isUuid(partnerId)) throw notFound('partner_not_found', 'There is no such partner');
    const cause = operatorCause(partnerId, by);
    const { revision } = await this.books.load(partnerId);
    const id = transferId(partnerId, reference);
    await this.booking.book(id, cause);
    const recording = { partnerId, reference, amountCents };
    const before = revision === 'no_stream' ? -1n : revision;
    const rule = { by: cause.actor, aboveCents: this.config.twoPersonTransfersAboveCents };
    const decision = recordTransfer(recording, before, new Date(), rule);
    const { events } = await this.store.transact(transfers, id, decision, cause);
    const transfer = await this.booking.book(id, cause);
    if (transfer.proposal?.amountCents === amountCents)
      return { transfer: proposedView(recording), created: false };
    if (transfer.status === 'absent') throw new Error(`Transfer ${id} was not recorded`);
    const created = events.some(({ type }) => type === 'TransferRecorded');
    return { transfer: transferView(transfer), created };
  }
}
