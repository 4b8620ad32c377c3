import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { registerProjection } from '#read-models/projection.js';
import { users } from '#users/user/user.state.js';
import {
  adjustDeposit,
  closeDeposit,
  creditDeposit,
  followHeldDeposit,
  overdueDeposit,
  sendWaiting,
  settleReservation,
  settleWithdrawal,
} from './jobs.js';
import { dailyFunding } from './daily-funding/daily-funding.state.js';
import { dailyFundingPolicy } from './daily-funding/daily-funding.policy.js';
import { parseDepositEvent } from './deposit/deposit.events.js';
import { deposits } from './deposit/deposit.state.js';
import { depositPolicy } from './deposit/deposit.policy.js';
import { closedUserPolicy } from './drain-funding-queue/closed-user.policy.js';
import { depositJournals } from './deposit-journals/deposit-journals.projection.js';
import { userDeposits } from './user-deposits/user-deposits.projection.js';
import { waitingDeposits } from './waiting-deposits/waiting-deposits.projection.js';
import { withdrawalReservationPolicy } from './withdrawal-reservations/withdrawal-reservations.policy.js';
import { withdrawalReservations } from './withdrawal-reservations/withdrawal-reservations.state.js';

export const registeredDeposits = registerProjection(userDeposits, { deposit: parseDepositEvent });

export const fundingProjector: FeatureRegistration = {
  jobs: [
    creditDeposit,
    adjustDeposit,
    followHeldDeposit,
    overdueDeposit,
    closeDeposit,
    sendWaiting,
    settleReservation,
    settleWithdrawal,
  ],
  policies: [
    registerPolicy(deposits, depositPolicy),
    registerPolicy(dailyFunding, dailyFundingPolicy),
    registerPolicy(withdrawalReservations, withdrawalReservationPolicy),
    registerPolicy(users, closedUserPolicy),
  ],
  readModels: [
    registeredDeposits,
    registerProjection(depositJournals, { deposit: parseDepositEvent }),
    registerProjection(waitingDeposits, { deposit: parseDepositEvent }),
  ],
};
