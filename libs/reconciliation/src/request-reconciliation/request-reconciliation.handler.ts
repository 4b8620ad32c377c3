import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { reconciliationCause } from '../reconciliation/cause.js';
import { requestRun } from '../reconciliation/reconciliation.decide.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';

/**
 * Requests a comparison of the changes at once, in addition to the hourly run. Returns the time of
 * the request that waits.
 */
export class RequestReconciliation extends Command<{ readonly requestedAt: string }> {
  constructor(readonly by: Operator) {
    super();
  }
}

@CommandHandler(RequestReconciliation)
export class RequestReconciliationHandler implements ICommandHandler<RequestReconciliation> {
  constructor(private readonly store: EventStore) {}

  async execute({ by }: RequestReconciliation) {
    const now = new Date();
    const { state } = await this.store.transact(
      reconciliations,
      RECONCILIATION,
      requestRun(by.actor, now),
      reconciliationCause(by),
    );
    return { requestedAt: state.requestedAt ?? now.toISOString() };
  }
}
