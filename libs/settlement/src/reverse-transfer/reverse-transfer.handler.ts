import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Config } from '#platform/config/config.js';
import { notFound, unacceptable } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { CONFIG } from '#platform/platform.module.js';
import { BookStore } from '../book/book-store.js';
import { TransferBooking } from '../book-transfer/transfer-booking.js';
import { transferView } from '../record-transfer/transfer.view.js';
import { reverseRecording } from '../transfer/transfer.decide.js';
import { transferId, transfers } from '../transfer/transfer.state.js';
import { ReverseTransfer } from './reverse-transfer.command.js';

@CommandHandler(ReverseTransfer)
export class ReverseTransferHandler implements ICommandHandler<ReverseTransfer> {
  constructor(
    private readonly store: EventStore,
    private readonly books: BookStore,
    private readonly booking: TransferBooking,
    @Inject(CONFIG) private readonly config: Pick<Config, 'twoPersonReversalsAboveCents'>,
  ) {}

  async execute({ partnerId, reference, reason, by }: ReverseTransfer) {
    if (reason.trim() === '') {
      const detail = 'must say why the recording was wrong';
      throw unacceptable({ pointer: '/reason', code: 'reason_missing', detail });
    }
    const cause = operatorCause(partnerId, by);
    const id = transferId(partnerId, reference);
    const known = await this.booking.book(id, cause);
    if (known.status === 'absent')
      throw notFound('transfer_not_found', 'There is no transfer with this reference');
    const { revision } = await this.books.load(partnerId);
    const before = revision === 'no_stream' ? -1n : revision;
    const rule = { by: cause.actor, aboveCents: this.config.twoPersonReversalsAboveCents };
    const decision = reverseRecording(reason, before, new Date(), rule);
    await this.store.transact(transfers, id, decision, cause);
    const transfer = await this.booking.book(id, cause);
    if (transfer.status === 'absent') throw new Error(`Transfer ${id} is gone`);
    return transferView(transfer);
  }
}
