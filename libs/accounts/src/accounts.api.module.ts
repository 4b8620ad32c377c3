import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { AccountReader } from './account-view/account-reader.js';
import { AccountViews } from './account-view/account-views.js';
import { AssetsController } from './list-assets/assets.controller.js';
import { PositionsController } from './list-positions/positions.controller.js';
import { MarketData } from './market/market-data.js';
import { MarketHoursController } from './market-hours/market-hours.controller.js';
import { ShowAccountController } from './show-account/show-account.controller.js';
import { ShowHistoryController } from './show-history/show-history.controller.js';

@Module({
  imports: [AuthApiModule],
  controllers: [
    ShowAccountController,
    PositionsController,
    ShowHistoryController,
    AssetsController,
    MarketHoursController,
  ],
  providers: [AccountReader, AccountViews, MarketData],
  exports: [AccountReader, AccountViews],
})
export class AccountsApiModule {}
