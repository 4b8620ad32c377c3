import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { type Outcome, isStarted, verifications } from '../verification/verification.state.js';
import { isUuid } from '#kernel/ids.js';
import { notFound, unacceptable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { decideByOperator } from '../verification/check.decide.js';

/** An operator's decision on a verification under review. The first decision counts. */
export class DecideVerification extends Command<void> {
  constructor(
    readonly verificationId: string,
    readonly outcome: Outcome,
    /** Staff account that decides, or `command-line`. */
    readonly operator: string,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

const REASON_CHARS_MAX = 500;

@CommandHandler(DecideVerification)
export class DecideVerificationHandler implements ICommandHandler<DecideVerification> {
  constructor(private readonly store: EventStore) {}

  /** Records the decision; a job applies it to the user. */
  async execute({
    verificationId,
    outcome,
    operator,
    reason,
    by,
  }: DecideVerification): Promise<void> {
    if (reason.trim() === '' || reason.length > REASON_CHARS_MAX)
      throw unacceptable({
        pointer: '/reason',
        code: 'length_invalid',
        detail: `must have 1 to ${REASON_CHARS_MAX} characters`,
      });
    const id = verificationId.toLowerCase();
    const verification = isUuid(id) ? await this.store.load(verifications, id) : null;
    if (verification === null || !isStarted(verification))
      throw notFound('verification_not_found', 'There is no verification with this id');
    const cause = operatorCause(verification.partnerId, by ?? { actor: `operator:${operator}` });
    const decision = decideByOperator(outcome, operator, reason, new Date());
    await this.store.transact(verifications, id, decision, cause);
  }
}
