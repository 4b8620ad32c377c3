import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { toDataURL } from 'qrcode';
import { PartnerDirectory } from '#auth';
import { HeavyWork } from '#platform/core/heavy-work.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { newTotpSecret, totpUri } from '#platform/core/totp.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { requireNotBlocked, requirePerson } from '#users';
import { issueSecret } from '../two-factor/two-factor.decide.js';
import { boundTo, twoFactors } from '../two-factor/two-factor.state.js';
import { EnableTwoFactor, type NewSecret } from './enable-two-factor.command.js';

@CommandHandler(EnableTwoFactor)
export class EnableTwoFactorHandler implements ICommandHandler<EnableTwoFactor> {
  /** Apart from pages, which wait for a store. */
  private readonly pictures = new HeavyWork();

  constructor(
    private readonly store: EventStore,
    private readonly directory: PartnerDirectory,
    private readonly box: SecretBox,
  ) {}

  async execute({ caller, userId: id }: EnableTwoFactor): Promise<NewSecret> {
    const user = await requirePerson(this.store, caller.partnerId, id);
    requireNotBlocked(user);
    const { userId, email } = user;
    const { name } = await this.directory.find(caller.partnerId);
    const secret = newTotpSecret();
    const uri = totpUri({ issuer: name, account: email, secret });
    // Before it is issued: who has to come again still has the secret of before.
    const qrCode = await this.pictures.run(caller.partnerId, () => toDataURL(uri));
    const decision = issueSecret(user, this.box.seal(secret, boundTo(userId)), new Date());
    await this.store.transact(twoFactors, userId, decision, causeOf(caller));
    return { secret, qrCode };
  }
}
