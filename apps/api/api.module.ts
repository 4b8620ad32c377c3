import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuthApiModule, AuthOperatorModule } from '#auth';
import { FundingApiModule } from '#funding';
import { KycApiModule, KycOperatorModule } from '#kyc';
import { OnboardingApiModule } from '#onboarding';
import { OrdersApiModule } from '#orders';
import { SettlementApiModule } from '#settlement';
import { TwoFactorApiModule } from '#two-factor';
import { UsersApiModule } from '#users';
import { DemoData } from './demo-data.js';
import { HealthController } from './health.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';

@Module({
  imports: [
    CqrsModule.forRoot(),
    AuthApiModule,
    AuthOperatorModule,
    UsersApiModule,
    KycApiModule,
    KycOperatorModule,
    TwoFactorApiModule,
    OnboardingApiModule,
    FundingApiModule,
    OrdersApiModule,
    SettlementApiModule,
  ],
  controllers: [HealthController, OpenApiController],
  providers: [DemoData],
})
export class ApiModule {}
