import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';
import { causeOf } from '#http/caller.js';
import { SignInEnder } from '../bearer/sign-in-ender.js';

export class LogOut extends Command<void> {
  constructor(
    readonly principal: BearerPrincipal,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(LogOut)
export class LogOutHandler implements ICommandHandler<LogOut> {
  constructor(private readonly ender: SignInEnder) {}

  async execute({ principal, requestId }: LogOut): Promise<void> {
    await this.ender.end(principal, 'logged_out', causeOf({ ...principal, requestId }));
  }
}
