import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { requireUser } from '#users/user/require-user.js';
import { OneTimeCodes } from './one-time-codes.js';

/** Returns whether the code is right and unused. */
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

  /** Suspended users may verify codes, because a right code does not lift their restrictions. */
  async execute({ caller, userId: id, code }: VerifyCode): Promise<boolean> {
    const { userId, partnerId } = await requireUser(this.store, caller.partnerId, id);
    return this.codes.verify({ userId, partnerId, code }, causeOf(caller));
  }
}
