import { Module } from '@nestjs/common';
import { AccountsApiModule } from '#accounts/accounts.api.module.js';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { ErasureOperatorModule } from '#erasure/erasure.operator.module.js';
import { PartnerEventsOperatorModule } from '#partner-events/partner-events.operator.module.js';
import { SettlementApiModule } from '#settlement/settlement.api.module.js';
import { StaffApiModule } from '#staff/staff.api.module.js';
import { UserAccountController } from './users/user-account.controller.js';
import { AttentionController } from './attention/attention.controller.js';
import { DepositsController } from './deposits/deposits.controller.js';
import { FindController } from './find/find.controller.js';
import { ThingFinder } from './find/thing-finder.js';
import { OverviewController } from './overview/overview.controller.js';
import { PartnerUsersController } from './partners/partner-users.controller.js';
import { PartnersController } from './partners/partners.controller.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { AllPeriodsController } from './settlements/all-periods.controller.js';
import { PeriodsController } from './settlements/periods.controller.js';
import { StatementSearch } from './settlements/statement-search.js';
import { StatementsController } from './settlements/statements.controller.js';
import { TransfersController } from './settlements/transfers.controller.js';
import { ErasureController } from './users/erasure.controller.js';
import { DecisionsController } from './users/decisions.controller.js';
import { HistoriesController } from './users/histories.controller.js';
import { UserFinder } from './users/user-finder.js';
import { UsersController } from './users/users.controller.js';
import { WaitingUsersController } from './users/waiting-users.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** The staff API of the console, over all features. */
@Module({
  imports: [
    AuthApiModule,
    StaffApiModule,
    SettlementApiModule,
    ErasureOperatorModule,
    AccountsApiModule,
    PartnerEventsOperatorModule,
  ],
  controllers: [
    PartnersController,
    PartnerUsersController,
    UsersController,
    WaitingUsersController,
    UserAccountController,
    DecisionsController,
    ErasureController,
    HistoriesController,
    PeriodsController,
    AllPeriodsController,
    StatementsController,
    TransfersController,
    AttentionController,
    ReconciliationController,
    DepositsController,
    OverviewController,
    FindController,
    WebhooksController,
  ],
  providers: [UserFinder, ThingFinder, StatementSearch],
})
export class ConsoleApiModule {}
