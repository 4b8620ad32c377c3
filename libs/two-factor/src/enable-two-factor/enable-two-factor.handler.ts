import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { toDataURL } from 'qrcode';
import { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { newTotpSecret, totpUri } from '#kernel/totp.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { requireNotBlocked, requirePerson } from '#users/user/require-user.js';
import { issueSecret } from '../two-factor/two-factor.decide.js';
import { boundTo, twoFactors } from '../two-factor/two-factor.state.js';

export type NewSecret = {
  /** Base32. */
  readonly secret: string;
  /** `data:image/png;base64,…` of the same secret, for an authenticator app. */
  readonly qrCode: string;
};

export class EnableTwoFactor extends Command<NewSecret> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(EnableTwoFactor)
export class EnableTwoFactorHandler implements ICommandHandler<EnableTwoFactor> {
  /** Runs the rendering of QR codes, which needs CPU time. */
  private readonly rendering = new CooperativeScheduler();

  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly cipher: SecretCipher,
  ) {}

  async execute({ caller, userId: id }: EnableTwoFactor): Promise<NewSecret> {
    const user = await requirePerson(this.store, caller.partnerId, id);
    requireNotBlocked(user);
    const { userId, email } = user;
    const { name } = await this.directory.find(caller.partnerId);
    const secret = newTotpSecret();
    const uri = totpUri({ issuer: name, account: email, secret });
    // Rendered before the secret is issued, so that the previous secret stays valid after a failure.
    const qrCode = await this.rendering.run(caller.partnerId, () => toDataURL(uri));
    const decision = issueSecret(user, this.cipher.seal(secret, boundTo(userId)), new Date());
    await this.store.transact(twoFactors, userId, decision, causeOf(caller));
    return { secret, qrCode };
  }
}
