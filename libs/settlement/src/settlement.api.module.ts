import { Module } from '@nestjs/common';
import { Freshness } from '#platform/read-store/freshness.js';
import { Rows } from '#platform/read-store/rows.js';
import { SettlementPeriodsController } from './settlement-periods/settlement-periods.controller.js';
import { SettlementReader } from './settlement-periods/settlement-reader.js';
import { SettlementStatementController } from './settlement-statement/settlement-statement.controller.js';
import { StatementLines } from './settlement-statement/statement-lines.js';

export { answerStatement } from './settlement-statement/answer-statement.js';

const reader = {
  provide: SettlementReader,
  useFactory: (rows: Rows, freshness: Freshness) => new SettlementReader(rows, freshness),
  inject: [Rows, Freshness],
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
