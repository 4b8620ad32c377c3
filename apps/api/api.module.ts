import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountsApiModule } from '#accounts/accounts.api.module.js';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { AuthOperatorModule } from '#auth/auth.operator.module.js';
import { ConsoleApiModule } from '#console-api/console-api.api.module.js';
import { FundingApiModule } from '#funding/funding.api.module.js';
import { FundingOperatorModule } from '#funding/funding.operator.module.js';
import { KycApiModule } from '#kyc/kyc.api.module.js';
import { KycOperatorModule } from '#kyc/kyc.operator.module.js';
import { OnboardingApiModule } from '#onboarding/onboarding.api.module.js';
import { OrdersApiModule } from '#orders/orders.api.module.js';
import { PartnerEventsApiModule } from '#partner-events/partner-events.api.module.js';
import { SettlementApiModule } from '#settlement/settlement.api.module.js';
import { ReconciliationOperatorModule } from '#reconciliation/reconciliation.operator.module.js';
import { SettlementOperatorModule } from '#settlement/settlement.operator.module.js';
import { StaffApiModule } from '#staff/staff.api.module.js';
import { StaffOperatorModule } from '#staff/staff.operator.module.js';
import { TwoFactorApiModule } from '#two-factor/two-factor.api.module.js';
import { UsersApiModule } from '#users/users.api.module.js';
import { UsersOperatorModule } from '#users/users.operator.module.js';
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
    AccountsApiModule,
    PartnerEventsApiModule,
    SettlementApiModule,
    StaffApiModule,
    StaffOperatorModule,
    UsersOperatorModule,
    SettlementOperatorModule,
    ReconciliationOperatorModule,
    AttentionModule,
    ConsoleApiModule,
  ],
  controllers: [HealthController, OpenApiController],
  providers: [DemoData],
})
export class ApiModule {}
