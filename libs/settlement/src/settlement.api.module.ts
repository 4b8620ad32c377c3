import { Module } from '@nestjs/common';
import { ReadModels } from '#platform/read-models/read-models.js';
import { SettlementPeriodsController } from './settlement-periods/settlement-periods.controller.js';
import { SettlementReader } from './settlement-periods/settlement-reader.js';
import { SettlementStatementController } from './settlement-statement/settlement-statement.controller.js';

const reader = {
  provide: SettlementReader,
  useFactory: (models: ReadModels) => new SettlementReader(models),
  inject: [ReadModels],
};

@Module({
  controllers: [SettlementPeriodsController, SettlementStatementController],
  providers: [reader],
  exports: [reader],
})
export class SettlementApiModule {}
