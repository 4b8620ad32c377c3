import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { registerWorkflow } from '#platform/jobs/registry.js';
import { register } from '#platform/read-store/read-model.js';
import { users } from '#users';
import { adjustDeposit } from './adjust-deposit/adjust-deposit.job.js';
import { closeDeposit } from './close-deposit/close-deposit.job.js';
import { creditDeposit } from './credit-deposit/credit-deposit.job.js';
import { dailyFunding } from './daily-funding/daily-funding.state.js';
import { dailyFundingWorkflow } from './daily-funding/daily-funding.workflow.js';
import { parseDepositEvent } from './deposit/deposit.events.js';
import { deposits } from './deposit/deposit.state.js';
import { depositWorkflow } from './deposit/deposit.workflow.js';
import {
  followHeldDeposit,
  overdueDeposit,
} from './follow-held-deposit/follow-held-deposit.job.js';
import { closedUserWorkflow } from './send-waiting/closed-user.workflow.js';
import { sendWaiting } from './send-waiting/send-waiting.job.js';
import { settleReservation } from './settle-reservation/settle-reservation.job.js';
import { userDeposits } from './user-deposits/user-deposits.read-model.js';
import { waitingDeposits } from './waiting-deposits/waiting-deposits.read-model.js';

export const registeredDeposits = register(userDeposits, { deposit: parseDepositEvent });

export const fundingProjector: ProjectorPart = {
  jobs: [
    creditDeposit,
    adjustDeposit,
    followHeldDeposit,
    overdueDeposit,
    closeDeposit,
    sendWaiting,
    settleReservation,
  ],
  workflows: [
    registerWorkflow(deposits, depositWorkflow),
    registerWorkflow(dailyFunding, dailyFundingWorkflow),
    registerWorkflow(users, closedUserWorkflow),
  ],
  readModels: [registeredDeposits, register(waitingDeposits, { deposit: parseDepositEvent })],
};
