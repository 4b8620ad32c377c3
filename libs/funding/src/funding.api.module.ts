import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/api';
import { RequestDepositController } from './request-deposit/request-deposit.controller.js';
import { RequestDepositHandler } from './request-deposit/request-deposit.handler.js';
import { UserDepositsController } from './user-deposits/user-deposits.controller.js';

@Module({
  imports: [AuthApiModule],
  controllers: [RequestDepositController, UserDepositsController],
  providers: [RequestDepositHandler],
})
export class FundingApiModule {}
