import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { reconciliationCause } from '../reconciliation/cause.js';
import { dismissDifference } from '../reconciliation/reconciliation.decide.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';

/** An operator dismisses a difference. It opens again if its text changes. */
export class DismissDifference extends Command<void> {
  constructor(
    readonly differenceId: string,
    readonly reason: string,
    readonly by: Operator,
    /** `openedAt` of the difference that the operator saw. A difference with a newer text stays open. */
    readonly openedAt?: string,
  ) {
    super();
  }
}

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
