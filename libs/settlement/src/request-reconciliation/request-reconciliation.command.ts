import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** Has what changed compared at once, beside the hourly run. Answers since when that is waited for. */
export class RequestReconciliation extends Command<{ readonly requestedAt: string }> {
  constructor(readonly by: Operator) {
    super();
  }
}
