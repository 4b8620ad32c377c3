import { BookStore } from './book/book-store.js';
import { BookTransferProcessor } from './book-transfer/book-transfer.processor.js';
import { TransferBooking } from './book-transfer/transfer-booking.js';
import { ClosePeriodProcessor } from './close-period/close-period.processor.js';
import { LoggedTotals } from './close-period/logged-totals.js';
import { CutOffPeriodProcessor } from './cut-off-period/cut-off-period.processor.js';
import { PeriodAtBroker } from './reconcile-changes/period-at-broker.js';
import { MarkOverdueProcessor } from './mark-overdue/mark-overdue.processor.js';

export const settlementProcessors = [
  CutOffPeriodProcessor,
  ClosePeriodProcessor,
  MarkOverdueProcessor,
  BookTransferProcessor,
];

/** What the processors need beside the platform. */
export const settlementWorkerParts = [BookStore, TransferBooking, LoggedTotals, PeriodAtBroker];
