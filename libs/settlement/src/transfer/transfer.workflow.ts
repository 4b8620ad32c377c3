import { SECOND_APPEND_AFTER_MS } from '#platform/core/timing.js';
import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { bookTransfer } from '../book-transfer/book-transfer.job.js';
import type { TransferEvent } from './transfer.events.js';

/** Whoever records a transfer books it too; this is for when it died in between. */
export const transferWorkflow: Workflow<TransferEvent> = ({ type, data }) => {
  switch (type) {
    case 'TransferRecorded':
    case 'TransferReversed':
      return [
        now(bookTransfer, data.transferId),
        due(bookTransfer, data.transferId, later(data.at, SECOND_APPEND_AFTER_MS)),
      ];
    case 'TransferProposed':
    case 'TransferReversalProposed':
      return [];
    case 'TransferBooked':
      return [clear(bookTransfer, data.transferId)];
  }
};
