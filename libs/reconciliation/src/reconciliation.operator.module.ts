import { Module } from '@nestjs/common';
import { DismissDifferenceHandler } from './dismiss-difference/dismiss-difference.handler.js';
import { RequestReconciliationHandler } from './request-reconciliation/request-reconciliation.handler.js';

/** Commands of operators and finance staff, for the command line and the console. */
@Module({ providers: [RequestReconciliationHandler, DismissDifferenceHandler] })
export class ReconciliationOperatorModule {}
