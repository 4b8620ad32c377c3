import { Module } from '@nestjs/common';
import { MatchJournalHandler } from './match-journal/match-journal.handler.js';

@Module({ providers: [MatchJournalHandler] })
export class FundingOperatorModule {}
