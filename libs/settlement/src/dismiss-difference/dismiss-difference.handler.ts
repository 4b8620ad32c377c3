import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { reconciliationCause } from '../reconciliation/reconciliation-cause.js';
import { dismissDifference } from '../reconciliation/reconciliation.decide.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';
import { DismissDifference } from './dismiss-difference.command.js';

@CommandHandler(DismissDifference)
export class DismissDifferenceHandler implements ICommandHandler<DismissDifference> {
  constructor(private readonly store: EventStore) {}

  async execute({ differenceId, reason, by, openedAt }: DismissDifference): Promise<void> {
    const dismissing = { by: by.actor, reason, openedAt };
    const decision = dismissDifference(differenceId, dismissing, new Date());
    const cause = reconciliationCause(by);
    await this.store.transact(reconciliations, RECONCILIATION, decision, cause);
  }
}
