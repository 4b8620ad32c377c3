import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { TwoFactorApiModule } from '#two-factor/two-factor.api.module.js';
import { CancelWithdrawalController } from './cancel-withdrawal/cancel-withdrawal.controller.js';
import { CancelWithdrawalHandler } from './cancel-withdrawal/cancel-withdrawal.handler.js';
import { DepositReserver } from './request-deposit/deposit-reserver.js';
import { RequestDepositController } from './request-deposit/request-deposit.controller.js';
import { RequestDepositHandler } from './request-deposit/request-deposit.handler.js';
import { WithdrawalCodes } from './request-withdrawal/withdrawal-codes.js';
import { WithdrawalReserver } from './request-withdrawal/withdrawal-reserver.js';
import { UserDepositsController } from './user-deposits/user-deposits.controller.js';

@Module({
  imports: [AuthApiModule, TwoFactorApiModule],
  controllers: [RequestDepositController, CancelWithdrawalController, UserDepositsController],
  providers: [
    RequestDepositHandler,
    CancelWithdrawalHandler,
    DepositReserver,
    WithdrawalReserver,
    WithdrawalCodes,
  ],
})
export class FundingApiModule {}
