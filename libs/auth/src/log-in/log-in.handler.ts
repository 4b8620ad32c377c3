import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import argon2 from 'argon2';
import { Refused, notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { parseApiKey, secretMatches } from '../api-key/api-key.js';
import { PartnerDirectory } from '../api-key/partner-directory.js';
import { type LoginResult, Sessions } from '../bearer/session.js';
import { activeKeys } from '../partner/partner.state.js';
import { partnerUserId, partnerUsers } from '../partner-user/partner-user.state.js';
import { LogIn } from './log-in.command.js';

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly sessions: Sessions,
  ) {}

  async execute({ apiKey, email, password }: LogIn): Promise<LoginResult> {
    const { keyId, partnerId } = await this.verifyKey(apiKey);
    const user = await this.store.load(partnerUsers, partnerUserId(partnerId, email));
    if (user === null) {
      await argon2.hash(password);
      throw notFound('user_not_found', 'This partner has no user with this e-mail');
    }
    if (!(await argon2.verify(user.passwordHash, password))) throw invalidCredentials();
    return this.sessions.open({ ...user, keyId });
  }

  private async verifyKey(apiKey: string) {
    const key = parseApiKey(apiKey);
    if (key === null) throw invalidCredentials();
    const partner = await this.directory.find(key.partnerId);
    const known = activeKeys(partner).find(({ keyId }) => keyId === key.keyId);
    if (known === undefined || !secretMatches(key.secret, known.secretHash))
      throw invalidCredentials();
    return key;
  }
}

const invalidCredentials = () =>
  new Refused('unauthorized', 'invalid_credentials', 'API key, user or password is not valid');
