import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { IssueSessionController } from './issue-session/issue-session.controller.js';
import { IssueSessionHandler } from './issue-session/issue-session.handler.js';
import { ReceiveNotificationController } from './receive-notification/receive-notification.controller.js';
import { ReceiveNotificationHandler } from './receive-notification/receive-notification.handler.js';
import { ShowProfileController } from './show-profile/show-profile.controller.js';
import { TradingCountriesController } from './trading-countries/trading-countries.controller.js';

@Module({
  imports: [AuthApiModule],
  controllers: [
    IssueSessionController,
    ShowProfileController,
    TradingCountriesController,
    ReceiveNotificationController,
  ],
  providers: [IssueSessionHandler, ReceiveNotificationHandler],
})
export class OnboardingApiModule {}
