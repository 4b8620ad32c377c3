import { Module } from '@nestjs/common';
import { ShowVerificationController } from './show-verification/show-verification.controller.js';
import { StartVerificationController } from './start-verification/start-verification.controller.js';
import { StartVerificationHandler } from './start-verification/start-verification.handler.js';

@Module({
  controllers: [StartVerificationController, ShowVerificationController],
  providers: [StartVerificationHandler],
})
export class KycApiModule {}
