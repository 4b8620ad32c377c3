import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { creditDeposit } from '../credit-deposit/credit-deposit.job.js';
import type { DepositEvent } from './deposit.events.js';

const LOOK_AFTER_MS = 15_000;

/**
 * What happens next. Until the deposit has an end it is looked at again and again; one in line for
 * the pre-funded account is looked at by the line, and not one by one.
 */
export const depositWorkflow: Workflow<DepositEvent> = ({ type, data }) => {
  const { depositId, at } = data;
  switch (type) {
    case 'DepositRequested':
      return [
        now(creditDeposit, depositId),
        due(creditDeposit, depositId, later(at, LOOK_AFTER_MS)),
      ];
    case 'DepositStarted':
      return [due(creditDeposit, depositId, later(at, LOOK_AFTER_MS))];
    case 'DepositReversed':
      return [];
    case 'DepositAccepted':
      return [now(creditDeposit, depositId)];
    case 'DepositDelayed':
    case 'DepositCompleted':
    case 'DepositFailed':
      return [clear(creditDeposit, depositId)];
  }
};
