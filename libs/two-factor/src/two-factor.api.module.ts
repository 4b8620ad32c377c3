import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { EnableTwoFactorController } from './enable-two-factor/enable-two-factor.controller.js';
import { EnableTwoFactorHandler } from './enable-two-factor/enable-two-factor.handler.js';
import { OneTimeCodes } from './verify-code/one-time-codes.js';
import { VerifyCodeController } from './verify-code/verify-code.controller.js';
import { VerifyCodeHandler } from './verify-code/verify-code.handler.js';

@Module({
  imports: [AuthApiModule],
  controllers: [EnableTwoFactorController, VerifyCodeController],
  providers: [EnableTwoFactorHandler, OneTimeCodes, VerifyCodeHandler],
  exports: [OneTimeCodes],
})
export class TwoFactorApiModule {}
