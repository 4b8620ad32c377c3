import { CommandBus } from '@nestjs/cqrs';
import type { Command } from 'commander';
import { ApplyAgain } from '#onboarding';
import { CloseUser, ReinstateUser, SuspendUser } from '#users';
import { addErasureCommands } from './erasure.commands.js';
import { reason } from './reason.js';
import { print, withService } from './session.js';

type Options = { readonly user: string; readonly reason: string };

const DECISIONS = [
  ['suspend', 'no onboarding, deposits or orders until reinstated', SuspendUser],
  ['reinstate', 'back to the status before', ReinstateUser],
  ['close', 'for ever', CloseUser],
] as const;

export const addUserCommands = (program: Command): void => {
  const user = program.command('user').description('partners’ end users');
  for (const [name, about, Decision] of DECISIONS)
    user
      .command(name)
      .description(about)
      .requiredOption('--user <id>', 'whose')
      .requiredOption('--reason <text>', 'kept with the decision', reason)
      .action(async (options: Options, command: Command) =>
        withService(async (app) => {
          const decision = new Decision(options.user, options.reason);
          print(command, await app.get(CommandBus).execute(decision));
        }),
      );
  user
    .command('apply')
    .description('asks the broker again for an account that it refused')
    .requiredOption('--user <id>', 'whose')
    .requiredOption('--reason <text>', 'kept with the application', reason)
    .option('--email <email>', 'apply with this address; it becomes that of the trader profile')
    .action(async (options: Options & { readonly email?: string }, command: Command) =>
      withService(async (app) => {
        const again = new ApplyAgain(options.user, options.reason, options.email);
        print(command, await app.get(CommandBus).execute(again));
      }),
    );
  addErasureCommands(user);
};
