import { Module } from '@nestjs/common';
import { AdjustCreditHandler } from './adjust-credit/adjust-credit.handler.js';
import { AssignJournalHandler } from './assign-journal/assign-journal.handler.js';

@Module({ providers: [AssignJournalHandler, AdjustCreditHandler] })
export class FundingOperatorModule {}
