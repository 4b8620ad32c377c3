import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AttemptLimit } from '#platform/attempts/attempt-limit.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { CODE_GUESS_WINDOW_S } from '#platform/core/timing.js';
import { totpStep } from '#platform/core/totp.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { requireUser } from '#users';
import { acceptCode, requireSecret } from '../two-factor/two-factor.decide.js';
import { boundTo, twoFactors } from '../two-factor/two-factor.state.js';
import { VerifyCode } from './verify-code.command.js';

const WRONG_CODES = {
  kind: 'two-factor',
  max: 5,
  windowS: CODE_GUESS_WINDOW_S,
  detail: 'Too many wrong codes for this user',
};

@CommandHandler(VerifyCode)
export class VerifyCodeHandler implements ICommandHandler<VerifyCode> {
  private readonly limit: AttemptLimit;

  constructor(
    private readonly store: EventStore,
    private readonly box: SecretBox,
  ) {
    this.limit = new AttemptLimit(store, WRONG_CODES);
  }

  /** A suspended user may still prove who they are; it opens nothing that is closed to them. */
  async execute(command: VerifyCode): Promise<boolean> {
    const { caller } = command;
    const { userId } = await requireUser(this.store, caller.partnerId, command.userId);
    requireSecret(await this.store.load(twoFactors, userId));
    const check = () => this.accept(command, userId);
    return (await this.limit.guess(userId, causeOf(caller), check)) !== null;
  }

  /** Null for a wrong code, and for one that was used before: the append decides between two. */
  private async accept({ caller, code }: VerifyCode, userId: string): Promise<true | null> {
    const sealed = requireSecret(await this.store.load(twoFactors, userId));
    const now = new Date();
    const step = totpStep(this.box.open(sealed, boundTo(userId)), code, now);
    if (step === null) return null;
    const decision = acceptCode({ userId, partnerId: caller.partnerId }, sealed, step, now);
    const { events } = await this.store.transact(twoFactors, userId, decision, causeOf(caller));
    return events.length > 0 ? true : null;
  }
}
