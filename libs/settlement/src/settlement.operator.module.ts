import { Module } from '@nestjs/common';
import { LedgerStore } from './ledger/ledger-store.js';
import { TransferBooking } from './book-transfer/transfer-booking.js';
import { ChangeScheduleHandler } from './change-schedule/change-schedule.handler.js';
import { CutOffPeriodHandler } from './cut-off-period/cut-off-period.handler.js';
import { ImportTransfersHandler } from './import-transfers/import-transfers.handler.js';
import { PreviewTransfersHandler } from './preview-transfers/preview-transfers.handler.js';
import { RecordTransferHandler } from './record-transfer/record-transfer.handler.js';
import { ReverseTransferHandler } from './reverse-transfer/reverse-transfer.handler.js';
import { ShowScheduleHandler } from './show-schedule/show-schedule.handler.js';

/** Commands of operators and finance staff, for the command line and the console. */
@Module({
  providers: [
    LedgerStore,
    TransferBooking,
    ChangeScheduleHandler,
    CutOffPeriodHandler,
    RecordTransferHandler,
    ReverseTransferHandler,
    ShowScheduleHandler,
    ImportTransfersHandler,
    PreviewTransfersHandler,
  ],
})
export class SettlementOperatorModule {}
