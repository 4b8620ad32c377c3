import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/api';
import { ErasureOperatorModule } from '#erasure/operator';
import { SettlementApiModule } from '#settlement/api';
import { StaffApiModule } from '#staff/api';
import { AttentionController } from './attention/attention.controller.js';
import { DepositsController } from './deposits/deposits.controller.js';
import { OrdersController } from './orders/orders.controller.js';
import { Overview } from './overview/overview.js';
import { OverviewController } from './overview/overview.controller.js';
import { PartnerUsersController } from './partners/partner-users.controller.js';
import { PartnersController } from './partners/partners.controller.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { AllPeriodsController } from './settlements/all-periods.controller.js';
import { PeriodsController } from './settlements/periods.controller.js';
import { ProposalsController } from './settlements/proposals.controller.js';
import { StatementSearch } from './settlements/statement-search.js';
import { StatementsController } from './settlements/statements.controller.js';
import { TransfersController } from './settlements/transfers.controller.js';
import { ErasureController } from './users/erasure.controller.js';
import { DecisionsController } from './users/decisions.controller.js';
import { HistoriesController } from './users/histories.controller.js';
import { UserFinder } from './users/user-finder.js';
import { UsersController } from './users/users.controller.js';

/** What the console asks for: the staff API over what all features do. */
@Module({
  imports: [AuthApiModule, StaffApiModule, SettlementApiModule, ErasureOperatorModule],
  controllers: [
    PartnersController,
    PartnerUsersController,
    UsersController,
    DecisionsController,
    ErasureController,
    HistoriesController,
    PeriodsController,
    AllPeriodsController,
    StatementsController,
    TransfersController,
    ProposalsController,
    AttentionController,
    ReconciliationController,
    DepositsController,
    OrdersController,
    OverviewController,
  ],
  providers: [UserFinder, Overview, StatementSearch],
})
export class ConsoleApiModule {}
