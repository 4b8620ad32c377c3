import { Module } from '@nestjs/common';
import { CheckErasureHandler } from './erase-user/check-erasure.handler.js';
import { EraseUserHandler } from './erase-user/erase-user.handler.js';
import { RecordErasureHandler } from './erase-user/record-erasure.handler.js';
import { ExportUserHandler } from './export-user/export-user.handler.js';
import { HoldUserHandler } from './hold-user/hold-user.handler.js';
import { UserRecords } from './user-records.js';

/** Subject access, legal holds and erasure. */
@Module({
  providers: [
    UserRecords,
    CheckErasureHandler,
    EraseUserHandler,
    RecordErasureHandler,
    HoldUserHandler,
    ExportUserHandler,
  ],
})
export class ErasureOperatorModule {}
