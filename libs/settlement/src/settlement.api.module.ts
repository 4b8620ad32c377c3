import { Module } from '@nestjs/common';
import { SettlementTotalsController } from './settlement-totals/settlement-totals.controller.js';

@Module({ controllers: [SettlementTotalsController] })
export class SettlementApiModule {}
