import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store/event-store.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { transfers } from '../transfer/transfer.state.js';
import { bookTransfer } from './book-transfer.job.js';
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
    await this.booking.book(data.id, workerCause(transfer.partnerId, data));
  }
}
