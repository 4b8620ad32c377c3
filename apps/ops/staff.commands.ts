import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { EventStore } from '#kernel/event-store/event-store.js';
import { totpCode } from '#kernel/totp.js';
import { CreateStaff } from '#staff/create-staff/create-staff.handler.js';
import { DisableStaff } from '#staff/disable-staff/disable-staff.handler.js';
import { ROLES, type Role } from '#staff/account/staff-account.events.js';
import { ResetStaff } from '#staff/reset-staff/reset-staff.handler.js';
import { StaffAccountReader } from '#staff/staff-accounts/staff-account-reader.js';
import { UnlockStaff } from '#staff/unlock-staff/unlock-staff.handler.js';
import { findStaffId } from '#staff/account/staff-account.state.js';
import { execute, inService, print, withConfig } from './session.js';

type Account = { readonly email: string };

const EMAIL = ['--email <email>', 'to sign in with'] as const;

export const addStaffCommands = (program: Command): void => {
  const staff = program.command('staff').description('accounts of operators and finance staff');
  staff
    .command('create')
    .description('creates an account; shows its password and TOTP secret once')
    .requiredOption(...EMAIL)
    .addOption(new Option('--role <role>').choices(ROLES).makeOptionMandatory())
    .action(
      execute(({ email, role }: Account & { readonly role: Role }) => new CreateStaff(email, role)),
    );
  staff
    .command('reset')
    .description(
      'sets a new password and TOTP secret; ends all sessions, enables a disabled account',
    )
    .requiredOption(...EMAIL)
    .action(execute(({ email }: Account) => new ResetStaff(email)));
  staff
    .command('disable')
    .description('disables an account and ends all its sessions')
    .requiredOption(...EMAIL)
    .action(execute(({ email }: Account) => new DisableStaff(email)));
  staff
    .command('unlock')
    .description('unlocks an account that failed sign-ins locked')
    .requiredOption(...EMAIL)
    .action(
      inService(async (app, { email }: Account) => {
        const id = await findStaffId(app.get(EventStore), email);
        return app.get(CommandBus).execute(new UnlockStaff(id));
      }),
    );
  staff
    .command('code')
    .description('prints the one-time code of a TOTP secret, without an authenticator app')
    .requiredOption('--secret <base32>', 'TOTP secret of the account')
    .action(({ secret }: { readonly secret: string }, command: Command) =>
      withConfig(() => print(command, { code: codeOf(secret) })),
    );
  staff
    .command('list')
    .description('lists all accounts with their last sign-in and lock')
    .action(inService((app) => app.get(StaffAccountReader).all()));
};

const codeOf = (secret: string): string => {
  try {
    return totpCode(secret, new Date());
  } catch (error) {
    throw new Error('The secret is invalid: give the totpSecret that staff create printed.', {
      cause: error,
    });
  }
};
