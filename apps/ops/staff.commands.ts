import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { EventStore } from '#platform/event-store/event-store.js';
import { totpCode } from '#platform/core/totp.js';
import {
  CreateStaff,
  DisableStaff,
  ROLES,
  ResetStaff,
  type Role,
  StaffAccountReader,
  UnlockStaff,
  findStaffId,
} from '#staff';
import { print, withConfig, withService } from './session.js';

type Account = { readonly email: string };

export const addStaffCommands = (program: Command): void => {
  const staff = program.command('staff').description('accounts of operators and finance staff');
  staff
    .command('create')
    .description('prints a password and a TOTP secret, shown once')
    .requiredOption('--email <email>', 'to sign in with')
    .addOption(new Option('--role <role>').choices(ROLES).makeOptionMandatory())
    .action(async ({ email, role }: Account & { readonly role: Role }, command: Command) =>
      withService(async (app) =>
        print(command, await app.get(CommandBus).execute(new CreateStaff(email, role))),
      ),
    );
  staff
    .command('reset')
    .description('a new password and TOTP secret; ends all sessions, undoes disable')
    .requiredOption('--email <email>', 'to sign in with')
    .action(async ({ email }: Account, command: Command) =>
      withService(async (app) =>
        print(command, await app.get(CommandBus).execute(new ResetStaff(email))),
      ),
    );
  staff
    .command('disable')
    .description('nobody signs in with it any more; ends all sessions')
    .requiredOption('--email <email>', 'to sign in with')
    .action(async ({ email }: Account, command: Command) =>
      withService(async (app) =>
        print(command, await app.get(CommandBus).execute(new DisableStaff(email))),
      ),
    );
  staff
    .command('unlock')
    .description('lets in again whom failed sign-ins keep out')
    .requiredOption('--email <email>', 'to sign in with')
    .action(async ({ email }: Account, command: Command) =>
      withService(async (app) => {
        const id = await findStaffId(app.get(EventStore), email);
        print(command, await app.get(CommandBus).execute(new UnlockStaff(id)));
      }),
    );
  staff
    .command('code')
    .description('the one-time code of a TOTP secret, for who has no authenticator app at hand')
    .requiredOption('--secret <base32>', 'the account’s')
    .action(({ secret }: { readonly secret: string }, command: Command) =>
      withConfig(() => print(command, { code: codeOf(secret) })),
    );
  staff
    .command('list')
    .description('all accounts, when each last signed in, and for how long it is locked')
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        print(command, await app.get(StaffAccountReader).all());
      }),
    );
};

const codeOf = (secret: string): string => {
  try {
    return totpCode(secret, new Date());
  } catch (error) {
    throw new Error('That is no secret: give the totpSecret that staff create printed.', {
      cause: error,
    });
  }
};
