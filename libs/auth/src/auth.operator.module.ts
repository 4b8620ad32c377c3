import { Module } from '@nestjs/common';
import { ConfigurePartnerHandler } from './configure-partner/configure-partner.handler.js';
import { CreateKeyHandler } from './create-key/create-key.handler.js';
import { CreatePartnerHandler } from './create-partner/create-partner.handler.js';
import { CreatePartnerUserHandler } from './create-partner-user/create-partner-user.handler.js';
import { DisablePartnerUserHandler } from './disable-partner-user/disable-partner-user.handler.js';
import { ResetPartnerUserHandler } from './reset-partner-user/reset-partner-user.handler.js';
import { RevokeKeyHandler } from './revoke-key/revoke-key.handler.js';

@Module({
  providers: [
    CreatePartnerHandler,
    ConfigurePartnerHandler,
    CreatePartnerUserHandler,
    DisablePartnerUserHandler,
    ResetPartnerUserHandler,
    CreateKeyHandler,
    RevokeKeyHandler,
  ],
})
export class AuthOperatorModule {}
