import { Module } from '@nestjs/common';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { Rows } from '#read-models/rows.js';
import { SettlementPeriodsController } from './settlement-periods/settlement-periods.controller.js';
import { SettlementReader } from './settlement-periods/settlement-reader.js';
import { SettlementStatementController } from './settlement-statement/settlement-statement.controller.js';
import { StatementLines } from './settlement-statement/statement-lines.js';

export { answerStatement } from './settlement-statement/answer-statement.js';

const reader = {
  provide: SettlementReader,
  useFactory: (rows: Rows, readYourWrites: ReadYourWrites) =>
    new SettlementReader(rows, readYourWrites),
  inject: [Rows, ReadYourWrites],
};

const lines = {
  provide: StatementLines,
  useFactory: (rows: Rows) => new StatementLines(rows),
  inject: [Rows],
};

@Module({
  controllers: [SettlementPeriodsController, SettlementStatementController],
  providers: [reader, lines],
  exports: [reader, lines],
})
export class SettlementApiModule {}
