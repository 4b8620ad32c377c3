import { Controller, Get, Param } from '@nestjs/common';
import { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import { notFound } from '#kernel/refused.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { Rows } from '#read-models/rows.js';
import { requireUser, userNotFound } from '#users/user/require-user.js';
import { taxIdOf } from '../trader-profile/encrypted-profile.js';
import { profileRows } from './profile.rows.js';
import { toProfile, traderProfile } from './profile.view.js';

@Controller('v1/onboarding')
export class ShowProfileController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    private readonly directory: PartnerDirectory,
    private readonly secrets: SecretCipher,
  ) {}

  @Endpoint({
    summary: 'Get a trader profile',
    description:
      'The profile exists once the identity provider reports completion. Poll it until `brokerAccountStatus` is `ACTIVE`. Then the user can be funded and can trade.',
    params: { userId: 'The user of the profile.' },
    answers: { 200: [traderProfile, 'The profile.'] },
    refuses: [
      userNotFound,
      refusal(404, 'trader_profile_not_found', 'Onboarding is not completed for this user.'),
    ],
  })
  @Get(':userId/trader-profile')
  async getTraderProfile(@CurrentCaller() { partnerId }: Caller, @Param('userId') userId: string) {
    const user = await requireUser(this.store, partnerId, userId);
    const row = await this.rows.byId(partnerId, profileRows, user.userId);
    if (row === null)
      throw notFound('trader_profile_not_found', 'Onboarding is not completed for this user');
    const { terms } = await this.directory.find(partnerId);
    return toProfile(row, (profile) =>
      terms.showTaxId ? taxIdOf(profile, this.secrets) : profile.taxIdMasked,
    );
  }
}
