import { type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { bookTransfer } from '../jobs.js';
import type { TransferEvent } from './transfer.events.js';
import { SECOND_APPEND_AFTER_MS } from '#kernel/timing.js';

/** The handler records and books a transfer. The job books it if the handler's process dies. */
export const transferPolicy: Policy<TransferEvent> = ({ type, data }) => {
  switch (type) {
    case 'TransferRecorded':
    case 'TransferReversed':
      return [
        enqueue(bookTransfer, data.transferId),
        schedule(bookTransfer, data.transferId, later(data.at, SECOND_APPEND_AFTER_MS)),
      ];
    case 'TransferProposed':
    case 'TransferReversalProposed':
      return [];
    case 'TransferBooked':
    case 'TransferDeclined':
      return [cancel(bookTransfer, data.transferId)];
  }
};
