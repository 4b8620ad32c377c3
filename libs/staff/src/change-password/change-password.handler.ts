import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SignedIn } from '../session/staff-sessions.js';
import { deterministicId } from '#kernel/ids.js';
import { Passwords } from '#operations/passwords.js';
import { unacceptable } from '#kernel/refused.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { totpStep } from '#kernel/totp.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { changePassword } from '../account/staff-account.decide.js';
import { type StaffAccount, boundTo, staffAccounts } from '../account/staff-account.state.js';
import { accountCause, staffOperator } from '../account/staff-cause.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import { PasswordStrength } from './password-strength.js';

/**
 * Changes a password. Only the owner can do this, in a session, with the current password and a
 * code.
 */
export class ChangePassword extends Command<void> {
  constructor(
    readonly staff: SignedIn,
    readonly currentPassword: string,
    readonly code: string,
    readonly newPassword: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly box: SecretCipher,
    private readonly limits: SignInLimits,
    private readonly strength: PasswordStrength,
  ) {}

  /**
   * Changes the password. Failures count like failed sign-ins, so that an abandoned session does
   * not allow more guesses.
   */
  async execute(command: ChangePassword): Promise<void> {
    const { staff, currentPassword, newPassword, requestId } = command;
    if (currentPassword === newPassword)
      throw unacceptable({
        ...{ pointer: '/newPassword', code: 'password_unchanged' },
        detail: 'must differ from the present password',
      });
    if (await this.strength.isGuessable({ password: newPassword, email: staff.email }))
      throw unacceptable({
        ...{ pointer: '/newPassword', code: 'password_guessable' },
        detail:
          'is common or similar to a common password; choose several words without a relation to you',
      });
    const cause = accountCause(staffOperator(staff.staffId, requestId));
    const check = () => this.check(command, cause);
    const origin = { place: deterministicId('session', staff.sessionId), isKnown: false };
    const changed = await this.limits.ofAccount.guess(staff.staffId, cause, check, origin);
    if (changed === null) throw wrong();
  }

  /**
   * Returns null if a credential is wrong. The append rejects the second of two uses of one code.
   */
  private async check(command: ChangePassword, cause: Cause): Promise<true | null> {
    const { staff, currentPassword } = command;
    const account = await this.store.load(staffAccounts, staff.staffId);
    if (account === null) return null;
    const isRight = await this.passwords.matches(currentPassword, account.passwordHash, {
      ...{ pool: 'staff', key: staff.staffId },
    });
    return isRight ? this.change(account, command, cause) : null;
  }

  private async change(
    { staffId, sealedSecret, passwordHash: fromHash }: StaffAccount,
    { staff: { sessionId }, code, newPassword }: ChangePassword,
    cause: Cause,
  ): Promise<true | null> {
    const now = new Date();
    const step = totpStep(this.box.open(sealedSecret, boundTo(staffId)), code, now);
    if (step === null) return null;
    const passwordHash = await this.passwords.hash(newPassword);
    const decision = changePassword({ fromHash, sealedSecret, step, sessionId, passwordHash }, now);
    const { events, state } = await this.store.transact(staffAccounts, staffId, decision, cause);
    if (events.length > 0) return true;
    // A code that was already used does not count as a guess.
    if (state !== null && step <= state.lastStep) throw wrong();
    return null;
  }
}

const wrong = () =>
  unacceptable({
    ...{ pointer: '', code: 'credentials_wrong' },
    detail: 'The present password or the code is wrong, or the code was already used',
  });
