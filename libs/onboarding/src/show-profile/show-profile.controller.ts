import { Controller, Get, Param } from '@nestjs/common';
import { PartnerDirectory } from '#auth';
import { notFound } from '#platform/core/refused.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { requireUser } from '#users';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { profileView } from './show-profile.projection.js';
import { toProfile } from './profile.view.js';

@Controller('v1/onboarding')
export class ShowProfileController {
  constructor(
    private readonly store: EventStore,
    private readonly documents: Documents,
    private readonly directory: PartnerDirectory,
    private readonly secrets: SecretBox,
  ) {}

  @Get(':userId/trader-profile')
  async show(@CurrentCaller() { partnerId }: Caller, @Param('userId') userId: string) {
    const user = await requireUser(this.store, partnerId, userId);
    const document = await this.documents.read(partnerId, profileView, traderProfiles, user.userId);
    if (document === null)
      throw notFound('trader_profile_not_found', 'Onboarding is not completed for this user');
    const { terms } = await this.directory.find(partnerId);
    return toProfile(document, ({ taxIdSealed, taxIdMasked }) =>
      terms.showTaxId ? this.secrets.open(taxIdSealed, `taxId:${user.userId}`) : taxIdMasked,
    );
  }
}
