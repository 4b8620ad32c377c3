import { LedgerStore } from './ledger/ledger-store.js';
import { BookTransferProcessor } from './book-transfer/book-transfer.processor.js';
import { TransferBooking } from './book-transfer/transfer-booking.js';
import { ClosePeriodProcessor } from './close-period/close-period.processor.js';
import { LoggedTotals } from './close-period/logged-totals.js';
import { CutOffPeriodProcessor } from './cut-off-period/cut-off-period.processor.js';
import { MarkOverdueProcessor } from './mark-overdue/mark-overdue.processor.js';

export const settlementProcessors = [
  CutOffPeriodProcessor,
  ClosePeriodProcessor,
  MarkOverdueProcessor,
  BookTransferProcessor,
];

/** Providers that the processors need in addition to the common ones. */
export const settlementWorkerParts = [LedgerStore, TransferBooking, LoggedTotals];
