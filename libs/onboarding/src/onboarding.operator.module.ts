import { Module } from '@nestjs/common';
import { ApplyAgainHandler } from './apply-again/apply-again.handler.js';

@Module({ providers: [ApplyAgainHandler] })
export class OnboardingOperatorModule {}
