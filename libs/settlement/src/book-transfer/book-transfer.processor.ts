import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { transfers } from '../transfer/transfer.state.js';
import { bookTransfer } from '../jobs.js';
import { TransferBooking } from './transfer-booking.js';

@Injectable()
export class BookTransferProcessor implements Processor {
  readonly job = bookTransfer;

  constructor(
    private readonly store: EventStore,
    private readonly booking: TransferBooking,
  ) {}

  async process(data: JobData): Promise<void> {
    const transfer = await this.store.load(transfers, data.id);
    if (transfer.status === 'absent') return;
    await this.booking.ledger(data.id, workerCause(transfer.partnerId, data));
  }
}
