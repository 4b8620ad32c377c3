import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Passwords } from '#platform/core/passwords.js';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { type LoginResult, Sessions } from '../bearer/session.js';
import { partnerUserId, partnerUsers } from '../partner-user/partner-user.state.js';
import { invalidCredentials } from './invalid-credentials.js';
import { type LogInAttempt, LogInLimits } from './log-in-limits.js';
import { LogIn } from './log-in.command.js';

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly limits: LogInLimits,
    private readonly sessions: Sessions,
  ) {}

  /** Whether a password is right is told only while the limits are open, before and after. */
  async execute({ key, email, password, requestId }: LogIn): Promise<LoginResult> {
    const userId = partnerUserId(key.partnerId, email);
    const attempt: LogInAttempt = { key, partnerUserId: userId, requestId };
    const user = await this.store.load(partnerUsers, userId);
    const requireOpen = () => this.limits.requireOpen(attempt);
    const hash = user?.passwordHash ?? null;
    const right = await this.passwords.matches(password, hash, requireOpen);
    if (user === null) {
      await this.limits.countFailure(attempt, 'unknown_user');
      throw notFound('user_not_found', 'This partner has no user with this e-mail');
    }
    if (!right) {
      await this.limits.countFailure(attempt, 'wrong_password');
      throw invalidCredentials();
    }
    await requireOpen();
    return this.sessions.open({ ...user, keyId: key.keyId });
  }
}
