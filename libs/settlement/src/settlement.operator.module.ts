import { Module } from '@nestjs/common';
import { BookStore } from './book/book-store.js';
import { TransferBooking } from './book-transfer/transfer-booking.js';
import { ChangeScheduleHandler } from './change-schedule/change-schedule.handler.js';
import { CutOffPeriodHandler } from './cut-off-period/cut-off-period.handler.js';
import { DismissDifferenceHandler } from './dismiss-difference/dismiss-difference.handler.js';
import { ImportTransfersHandler } from './import-transfers/import-transfers.handler.js';
import { PreviewTransfersHandler } from './preview-transfers/preview-transfers.handler.js';
import { RecordTransferHandler } from './record-transfer/record-transfer.handler.js';
import { RequestReconciliationHandler } from './request-reconciliation/request-reconciliation.handler.js';
import { ReverseTransferHandler } from './reverse-transfer/reverse-transfer.handler.js';
import { ShowScheduleHandler } from './show-schedule/show-schedule.handler.js';

/** What operators and finance staff do, on the command line or in the console. */
@Module({
  providers: [
    BookStore,
    TransferBooking,
    ChangeScheduleHandler,
    CutOffPeriodHandler,
    RecordTransferHandler,
    ReverseTransferHandler,
    ShowScheduleHandler,
    ImportTransfersHandler,
    PreviewTransfersHandler,
    RequestReconciliationHandler,
    DismissDifferenceHandler,
  ],
})
export class SettlementOperatorModule {}
