import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { totpCode } from '#platform/core/totp.js';
import { EventStore } from '#platform/event-store/event-store.js';
import {
  CreateStaff,
  DisableStaff,
  ROLES,
  ResetStaff,
  type Role,
  STAFF_REGISTRY_ID,
  staffAccounts,
  staffRegistry,
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
    .command('code')
    .description('the one-time code of a TOTP secret, for who has no authenticator app at hand')
    .requiredOption('--secret <base32>', 'the account’s')
    .action(({ secret }: { readonly secret: string }, command: Command) =>
      withConfig(() => print(command, { code: totpCode(secret, new Date()) })),
    );
  staff
    .command('list')
    .description('all accounts, and when each last signed in')
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        print(command, await accountsOf(app.get(EventStore)));
      }),
    );
};

const accountsOf = async (store: EventStore) => {
  const ids = await store.load(staffRegistry, STAFF_REGISTRY_ID);
  const accounts = await Promise.all(ids.map((id) => store.load(staffAccounts, id)));
  return accounts.flatMap((account) =>
    account === null
      ? []
      : [
          {
            id: account.staffId,
            email: account.email,
            role: account.role,
            status: account.isDisabled ? 'disabled' : 'active',
            lastSignInAt: account.lastSignInAt,
          },
        ],
  );
};
