import { CommandBus } from '@nestjs/cqrs';
import type { Command } from 'commander';
import { listWaitingUsers } from '#console-api/users/waiting-users.js';
import { ApplyAgain } from '#onboarding/apply-again/apply-again.handler.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { CloseUser } from '#users/close-user/close-user.handler.js';
import { ReinstateUser } from '#users/reinstate-user/reinstate-user.handler.js';
import { SuspendUser } from '#users/suspend-user/suspend-user.handler.js';
import { addErasureCommands } from './erasure.commands.js';
import { reason } from './reason.js';
import { isJson, print, withService } from './session.js';

type Options = { readonly user: string; readonly reason: string };

const DECISIONS = [
  ['suspend', 'no onboarding, deposits or orders until reinstated', SuspendUser],
  ['reinstate', 'back to the status before', ReinstateUser],
  ['close', 'permanently', CloseUser],
] as const;

export const addUserCommands = (program: Command): void => {
  const user = program.command('user').description('partners’ end users');
  for (const [name, about, Decision] of DECISIONS)
    user
      .command(name)
      .description(about)
      .requiredOption('--user <id>', 'whose')
      .requiredOption('--reason <text>', 'reason, recorded with the decision', reason)
      .action(async (options: Options, command: Command) =>
        withService(async (app) => {
          const decision = new Decision(options.user, options.reason);
          print(command, await app.get(CommandBus).execute(decision));
        }),
      );
  user
    .command('apply')
    .description('applies again for an account that the broker rejected')
    .requiredOption('--user <id>', 'whose')
    .requiredOption('--reason <text>', 'reason, recorded with the application', reason)
    .option('--email <email>', 'applies with this address, and stores it in the trader profile')
    .action(async (options: Options & { readonly email?: string }, command: Command) =>
      withService(async (app) => {
        const again = new ApplyAgain(options.user, options.reason, options.email);
        print(command, await app.get(CommandBus).execute(again));
      }),
    );
  user
    .command('waiting')
    .description('lists users who need a response, a review or another onboarding session')
    .action(async (_: unknown, command: Command) =>
      withService(async (app) => {
        const waiting = await listWaitingUsers({ store: app.get(EventStore), rows: app.get(Rows) });
        if (isJson(command)) print(command, waiting);
        else if (waiting.length === 0) console.log('No user waits for an action.');
        else print(command, waiting.map(rowOfWaiting));
      }),
    );
  addErasureCommands(user);
};

type WaitingUser = Awaited<ReturnType<typeof listWaitingUsers>>[number];

const rowOfWaiting = ({ userId, user, partnerId, partnerName, needs, since }: WaitingUser) => ({
  user: userId,
  name: user?.name ?? null,
  partner: partnerName ?? partnerId,
  needs,
  since,
});
