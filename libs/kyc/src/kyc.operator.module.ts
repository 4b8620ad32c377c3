import { Module } from '@nestjs/common';
import { DecideVerificationHandler } from './decide-verification/decide-verification.handler.js';

@Module({ providers: [DecideVerificationHandler] })
export class KycOperatorModule {}
