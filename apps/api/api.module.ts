import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AuthApiModule } from '#auth/api';
import { AuthOperatorModule } from '#auth/operator';
import { ConsoleApiModule } from '#console/api';
import { FundingApiModule } from '#funding/api';
import { FundingOperatorModule } from '#funding/operator';
import { KycApiModule } from '#kyc/api';
import { KycOperatorModule } from '#kyc/operator';
import { OnboardingApiModule } from '#onboarding/api';
import { OrdersApiModule } from '#orders/api';
import { SettlementApiModule } from '#settlement/api';
import { SettlementOperatorModule } from '#settlement/operator';
import { StaffApiModule } from '#staff/api';
import { StaffOperatorModule } from '#staff/operator';
import { TwoFactorApiModule } from '#two-factor/api';
import { UsersApiModule } from '#users/api';
import { UsersOperatorModule } from '#users/operator';
import { AttentionModule } from './attention.module.js';
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
    FundingOperatorModule,
    OrdersApiModule,
    SettlementApiModule,
    StaffApiModule,
    StaffOperatorModule,
    UsersOperatorModule,
    SettlementOperatorModule,
    AttentionModule,
    ConsoleApiModule,
  ],
  controllers: [HealthController, OpenApiController],
  providers: [DemoData],
})
export class ApiModule {}
