import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { bookTransfer } from '../book-transfer/book-transfer.job.js';
import type { TransferEvent } from './transfer.events.js';

const LOOK_AFTER_MS = 5_000;

/** Whoever records a transfer books it too; this is for when it died in between. */
export const transferWorkflow: Workflow<TransferEvent> = ({ type, data }) => {
  switch (type) {
    case 'TransferRecorded':
    case 'TransferReversed':
      return [
        now(bookTransfer, data.transferId),
        due(bookTransfer, data.transferId, later(data.at, LOOK_AFTER_MS)),
      ];
    case 'TransferBooked':
      return [clear(bookTransfer, data.transferId)];
  }
};
