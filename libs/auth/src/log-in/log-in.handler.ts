import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { KeyHolder } from '../api-key/api-key.authenticator.js';
import { type LoginResult, Sessions } from '../bearer/session.js';
import { Passwords } from '#operations/passwords.js';
import { notFound } from '#kernel/refused.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { findPartnerUser, signInOf } from '../partner-user/partner-user.state.js';
import { invalidCredentials } from './invalid-credentials.js';
import { LogInLimits } from './log-in-limits.js';

export class LogIn extends Command<LoginResult> {
  constructor(
    readonly key: KeyHolder,
    readonly email: string,
    readonly password: string,
    readonly requestId: string,
  ) {
    super();
  }
}

type SignIn = NonNullable<ReturnType<typeof signInOf>>;

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly limits: LogInLimits,
    private readonly sessions: Sessions,
  ) {}

  async execute({ key, email, password, requestId }: LogIn): Promise<LoginResult> {
    const { keyId, partnerId } = key;
    const actor = `apiKey:${keyId}`;
    const cause = { partnerId, correlationId: requestId, causationId: requestId, actor };
    const user = signInOf(await findPartnerUser(this.store, partnerId, email));
    const verified = await this.verify(user, password, keyId, cause);
    if (verified === null) {
      await this.limits.ofKey.countFailure(keyId, cause);
      if (user !== null) throw invalidCredentials();
      throw notFound('user_not_found', 'The partner does not have a user with this e-mail');
    }
    await this.limits.ofKey.requireOpen(keyId);
    return this.sessions.open({ ...verified, keyId });
  }

  /** Returns null for a wrong password. Takes the same time for an unknown user. */
  private async verify(
    user: SignIn | null,
    password: string,
    keyId: string,
    cause: Cause,
  ): Promise<SignIn | null> {
    const open = () => this.limits.ofKey.requireOpen(keyId);
    const hash = user?.passwordHash ?? null;
    const by = { pool: 'partner', key: cause.partnerId } as const;
    const check = async () => {
      const isRight = await this.passwords.matches(password, hash, by, open);
      return isRight && user?.isDisabled === false ? user : null;
    };
    return user === null ? check() : this.limits.ofUser.guess(user.partnerUserId, cause, check);
  }
}
