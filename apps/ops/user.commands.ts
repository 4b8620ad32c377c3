import type { Command } from 'commander';
import { listWaitingUsers } from '#console-api/users/waiting-users.js';
import { ApplyAgain } from '#onboarding/apply-again/apply-again.handler.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { CloseUser } from '#users/close-user/close-user.handler.js';
import { ReinstateUser } from '#users/reinstate-user/reinstate-user.handler.js';
import { SuspendUser } from '#users/suspend-user/suspend-user.handler.js';
import { addErasureCommands } from './erasure.commands.js';
import { execute, inService, isJson, parseReason, USER } from './session.js';

type Options = { readonly user: string; readonly reason: string };

const DECISIONS = [
  ['suspend', 'blocks onboarding, deposits and orders until user reinstate', SuspendUser],
  ['reinstate', 'restores the status before the suspension', ReinstateUser],
  ['close', 'closes the user permanently', CloseUser],
] as const;

export const addUserCommands = (program: Command): void => {
  const user = program.command('user').description('partners’ end users');
  for (const [name, about, Decision] of DECISIONS)
    user
      .command(name)
      .description(about)
      .requiredOption(...USER)
      .requiredOption('--reason <text>', 'reason, recorded with the decision', parseReason)
      .action(execute((options: Options) => new Decision(options.user, options.reason)));
  user
    .command('apply')
    .description('applies again for an account that the broker rejected')
    .requiredOption(...USER)
    .requiredOption('--reason <text>', 'reason, recorded with the application', parseReason)
    .option('--email <email>', 'applies with this address, and stores it in the trader profile')
    .action(
      execute(
        (options: Options & { readonly email?: string }) =>
          new ApplyAgain(options.user, options.reason, options.email),
      ),
    );
  user
    .command('waiting')
    .description('lists users who need a response, a review or another onboarding session')
    .action(
      inService(async (app, _, command) => {
        const waiting = await listWaitingUsers({ store: app.get(EventStore), rows: app.get(Rows) });
        if (isJson(command)) return waiting;
        if (waiting.length > 0) return waiting.map(rowOfWaiting);
        console.log('No users need an action.');
        return undefined;
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
