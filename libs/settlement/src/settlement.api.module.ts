import { Module } from '@nestjs/common';
import { ReadModels } from '#platform/read-models/read-models.js';
import { SettlementPeriodsController } from './settlement-periods/settlement-periods.controller.js';
import { SettlementReader } from './settlement-periods/settlement-reader.js';
import { SettlementStatementController } from './settlement-statement/settlement-statement.controller.js';
import { StatementLines } from './settlement-statement/statement-lines.js';

export { answerStatement } from './settlement-statement/answer-statement.js';

const reader = {
  provide: SettlementReader,
  useFactory: (models: ReadModels) => new SettlementReader(models),
  inject: [ReadModels],
};

const lines = {
  provide: StatementLines,
  useFactory: (models: ReadModels) => new StatementLines(models),
  inject: [ReadModels],
};

@Module({
  controllers: [SettlementPeriodsController, SettlementStatementController],
  providers: [reader, lines],
  exports: [reader, lines],
})
export class SettlementApiModule {}
