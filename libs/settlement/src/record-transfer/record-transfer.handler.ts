import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Cents } from '#kernel/money.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { Inject } from '@nestjs/common';
import type { Config } from '#config/config.js';
import { isUuid } from '#kernel/ids.js';
import { notFound, unacceptable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { CONFIG } from '#kernel/tokens.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { TransferBooking } from '../book-transfer/transfer-booking.js';
import { aboveCredit, recordTransfer, withinCredit } from '../transfer/transfer.decide.js';
import { type TransferKind, transferId, transfers } from '../transfer/transfer.state.js';
import { transferErrors } from './transfer-errors.js';
import { type TransferView, proposedView, transferView } from './transfer.view.js';

/**
 * Records a payment of the partner, or a payout of credit to the partner. `created` is false if the
 * reference is already recorded with this amount. It is also false if a second person must record
 * the transfer too.
 */
export class RecordTransfer extends Command<{
  readonly transfer: TransferView;
  readonly created: boolean;
}> {
  constructor(
    readonly partnerId: string,
    readonly reference: string,
    readonly amountCents: Cents,
    readonly by?: Operator,
    readonly kind: TransferKind = 'payment',
  ) {
    super();
  }
}

/** Records the transfer, then books it. A job books it if the process dies in between. */
@CommandHandler(RecordTransfer)
export class RecordTransferHandler implements ICommandHandler<RecordTransfer> {
  constructor(
    private readonly store: EventStore,
    private readonly ledgers: LedgerStore,
    private readonly booking: TransferBooking,
    @Inject(CONFIG) private readonly config: Pick<Config, 'twoPersonTransfersAboveCents'>,
  ) {}

  async execute({ partnerId, reference, amountCents, by, kind }: RecordTransfer) {
    const errors = transferErrors(reference, amountCents);
    if (errors.length > 0) throw unacceptable(...errors);
    if (!isUuid(partnerId)) throw notFound('partner_not_found', 'The partner does not exist');
    const cause = operatorCause(partnerId, by);
    const { revision, state: ledger } = await this.ledgers.load(partnerId);
    const id = transferId(partnerId, reference);
    await this.booking.ledger(id, cause);
    const recording = { partnerId, reference, amountCents, kind };
    const before = revision === 'no_stream' ? -1n : revision;
    const rule = { by: cause.actor, aboveCents: this.config.twoPersonTransfersAboveCents };
    const record = recordTransfer(recording, before, new Date(), rule);
    const decision = withinCredit(recording, ledger.creditCents, record);
    const { events } = await this.store.transact(transfers, id, decision, cause);
    const transfer = await this.booking.ledger(id, cause);
    if (transfer.proposal?.amountCents === amountCents)
      return { transfer: proposedView(recording), created: false };
    if (transfer.status === 'absent') throw new Error(`Transfer ${id} was not recorded`);
    const created = events.some(({ type }) => type === 'TransferRecorded');
    // Another payout or a closing period used the credit in the meantime.
    if (created && transfer.status === 'reversed' && kind === 'payout')
      throw aboveCredit((await this.ledgers.load(partnerId)).state.creditCents);
    return { transfer: transferView(transfer), created };
  }
}
