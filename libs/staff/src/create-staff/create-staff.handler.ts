import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Passwords } from '#platform/core/passwords.js';
import { unacceptable } from '#platform/core/refused.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { isEmailAddress } from '#platform/http/clean-text.js';
import { newIdOf } from '#platform/event-store/claims.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { newCredentials } from '../account/new-credentials.js';
import { createStaff } from '../account/staff-account.decide.js';
import { findStaffId, staffAccounts, staffIdOf } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { REGISTRY_ID, staffRegistry } from '../account/staff-registry.js';
import { CreateStaff, type NewStaff } from './create-staff.command.js';

const WRONG_EMAIL = 'must be an e-mail address, like ada@acme.example';

@CommandHandler(CreateStaff)
export class CreateStaffHandler implements ICommandHandler<CreateStaff> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly box: SecretBox,
  ) {}

  /** Listed first: an account must not be good and yet in no list. A line without one is left out. */
  async execute({ email, role }: CreateStaff): Promise<NewStaff> {
    if (!isEmailAddress(email))
      throw unacceptable({ pointer: '/email', code: 'email_invalid', detail: WRONG_EMAIL });
    const cause = accountCause();
    const staffId = await this.idOf(email, cause);
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

  private async idOf(email: string, cause: Cause): Promise<string> {
    const known = await findStaffId(this.store, email);
    if ((await this.store.load(staffAccounts, known)) !== null) return known;
    return newIdOf(this.store, 'staffEmail', staffIdOf(email), new Date(), cause);
  }
}
