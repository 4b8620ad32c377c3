import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { reconciliationCause } from '../reconciliation/reconciliation-cause.js';
import { requestRun } from '../reconciliation/reconciliation.decide.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';
import { RequestReconciliation } from './request-reconciliation.command.js';

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
