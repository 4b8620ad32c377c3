import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import type { TransferView } from '../record-transfer/transfer.view.js';
import { Inject } from '@nestjs/common';
import type { Config } from '#config/config.js';
import { notFound, unacceptable } from '#kernel/refused.js';
import { fromSpreadsheet } from '#kernel/spreadsheet-text.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { CONFIG } from '#kernel/tokens.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { TransferBooking } from '../book-transfer/transfer-booking.js';
import { transferView } from '../record-transfer/transfer.view.js';
import { reverseRecording } from '../transfer/transfer.decide.js';
import { transferId, transfers } from '../transfer/transfer.state.js';

/** Reverses a transfer that was recorded wrongly. The periods that it paid owe its amount again. */
export class ReverseTransfer extends Command<TransferView> {
  constructor(
    readonly partnerId: string,
    readonly reference: string,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(ReverseTransfer)
export class ReverseTransferHandler implements ICommandHandler<ReverseTransfer> {
  constructor(
    private readonly store: EventStore,
    private readonly ledgers: LedgerStore,
    private readonly booking: TransferBooking,
    @Inject(CONFIG) private readonly config: Pick<Config, 'twoPersonReversalsAboveCents'>,
  ) {}

  async execute({ partnerId, reference, reason, by }: ReverseTransfer) {
    if (reason.trim() === '') {
      const detail = 'must say why the recording was wrong';
      throw unacceptable({ pointer: '/reason', code: 'reason_missing', detail });
    }
    const cause = operatorCause(partnerId, by);
    const id = await this.idOf(partnerId, reference);
    const known = await this.booking.ledger(id, cause);
    if (known.status === 'absent')
      throw notFound('transfer_not_found', 'A transfer with this reference does not exist');
    const { revision } = await this.ledgers.load(partnerId);
    const before = revision === 'no_stream' ? -1n : revision;
    const rule = { by: cause.actor, aboveCents: this.config.twoPersonReversalsAboveCents };
    const decision = reverseRecording(reason, before, new Date(), rule);
    await this.store.transact(transfers, id, decision, cause);
    const transfer = await this.booking.ledger(id, cause);
    if (transfer.status === 'absent') throw new Error(`Transfer ${id} is gone`);
    return transferView(transfer);
  }

  /** The recorded reference lacks the signs of a spreadsheet. The given one may contain them. */
  private async idOf(partnerId: string, reference: string): Promise<string> {
    const id = transferId(partnerId, reference);
    const { status } = await this.store.load(transfers, id);
    return status === 'absent' ? transferId(partnerId, fromSpreadsheet(reference)) : id;
  }
}
