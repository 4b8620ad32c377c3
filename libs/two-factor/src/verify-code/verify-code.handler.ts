import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { requireUser } from '#users/user/require-user.js';
import { OneTimeCodes } from './one-time-codes.js';

/** True for a right code that was not used before. */
export class VerifyCode extends Command<boolean> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly code: string,
  ) {
    super();
  }
}

@CommandHandler(VerifyCode)
export class VerifyCodeHandler implements ICommandHandler<VerifyCode> {
  constructor(
    private readonly store: EventStore,
    private readonly codes: OneTimeCodes,
  ) {}

  /** A suspended user may still prove who they are; it opens nothing that is closed to them. */
  async execute({ caller, userId: asked, code }: VerifyCode): Promise<boolean> {
    const { userId, partnerId } = await requireUser(this.store, caller.partnerId, asked);
    return this.codes.verify({ userId, partnerId, code }, causeOf(caller));
  }
}
