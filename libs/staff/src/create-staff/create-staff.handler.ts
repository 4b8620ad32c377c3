import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ShownCredentials, newCredentials } from '../account/new-credentials.js';
import type { Role } from '../account/staff-account.events.js';
import { Passwords } from '#operations/passwords.js';
import { unacceptable } from '#kernel/refused.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { isEmailAddress } from '#http/clean-text.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { createStaff } from '../account/staff-account.decide.js';
import { findStaffId, staffAccounts } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { REGISTRY_ID, staffRegistry } from '../account/staff-registry.js';

export type NewStaff = ShownCredentials & {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
};

export class CreateStaff extends Command<NewStaff> {
  constructor(
    readonly email: string,
    readonly role: Role,
  ) {
    super();
  }
}

const WRONG_EMAIL = 'must be an e-mail address, like ada@acme.example';

@CommandHandler(CreateStaff)
export class CreateStaffHandler implements ICommandHandler<CreateStaff> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly box: SecretCipher,
  ) {}

  /**
   * Lists the account before it creates it, because every usable account must be in the list. An
   * entry without an account is skipped.
   */
  async execute({ email, role }: CreateStaff): Promise<NewStaff> {
    if (!isEmailAddress(email))
      throw unacceptable({ pointer: '/email', code: 'email_invalid', detail: WRONG_EMAIL });
    const cause = accountCause();
    const staffId = await findStaffId(this.store, email);
    const { shown, kept } = await newCredentials(staffId, email, this.passwords, this.box);
    const now = new Date();
    const data = { staffId, email, at: now.toISOString() };
    const listed = (ids: readonly string[]) =>
      ids.includes(staffId) ? [] : [{ type: 'StaffRegistered' as const, data }];
    await this.store.transact(staffRegistry, REGISTRY_ID, listed, cause);
    const decision = createStaff({ staffId, email, role, ...kept }, now);
    await this.store.transact(staffAccounts, staffId, decision, cause);
    return { id: staffId, email, role, ...shown };
  }
}
