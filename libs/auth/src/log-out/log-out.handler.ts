import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { causeOf } from '#platform/http/caller.js';
import { SignInEnder } from '../bearer/sign-in-ender.js';
import { LogOut } from './log-out.command.js';

@CommandHandler(LogOut)
export class LogOutHandler implements ICommandHandler<LogOut> {
  constructor(private readonly ender: SignInEnder) {}

  async execute({ principal, requestId }: LogOut): Promise<void> {
    await this.ender.end(principal, 'logged_out', causeOf({ ...principal, requestId }));
  }
}
