import { refreshAccount } from '#onboarding';
import {
  ATTENTION_AFTER_MS,
  CLOSE_EFFECT_AFTER_MS,
  DECISION_POLL_FIRST_MS,
  HELD_ATTENTION_AFTER_MS,
  JOURNAL_POLL_FIRST_MS,
  OPEN_POLL_MS,
} from '#platform/core/timing.js';
import { type Nudge, type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { adjustDeposit } from '../adjust-deposit/adjust-deposit.job.js';
import { closeDeposit } from '../close-deposit/close-deposit.job.js';
import { creditDeposit } from '../credit-deposit/credit-deposit.job.js';
import {
  followHeldDeposit,
  overdueDeposit,
} from '../follow-held-deposit/follow-held-deposit.job.js';
import { reservationId } from '../daily-funding/daily-funding.state.js';
import { settleReservation } from '../settle-reservation/settle-reservation.job.js';
import type { DepositEvent } from './deposit.events.js';

/**
 * What happens next. Until the deposit has an end it is looked at again and again; one in line for
 * the pre-funded account is looked at by the line, and not one by one. A failure may be the first we
 * hear of an account that was closed.
 */
export const depositWorkflow: Workflow<DepositEvent> = ({ type, data }) => {
  const { depositId, at } = data;
  switch (type) {
    case 'DepositRequested':
      return [
        now(creditDeposit, depositId),
        due(creditDeposit, depositId, later(at, OPEN_POLL_MS)),
        clear(settleReservation, reservationId(data, at)),
      ];
    case 'DepositStarted':
      return [due(creditDeposit, depositId, later(at, OPEN_POLL_MS))];
    case 'DepositAdjusted':
    case 'DepositThrottled':
    case 'DepositReversed':
      return [];
    case 'DepositReviewed':
      return [clear(adjustDeposit, depositId)];
    case 'DepositCloseRequested':
      return [
        clear(creditDeposit, depositId),
        due(closeDeposit, depositId, later(at, CLOSE_EFFECT_AFTER_MS)),
      ];
    case 'DepositAccepted':
      return [
        ...[closeDeposit, followHeldDeposit, overdueDeposit].map((job) => clear(job, depositId)),
        due(creditDeposit, depositId, later(at, JOURNAL_POLL_FIRST_MS)),
      ];
    case 'DepositHeld':
      return [
        clear(creditDeposit, depositId),
        due(followHeldDeposit, depositId, later(at, DECISION_POLL_FIRST_MS)),
        due(overdueDeposit, depositId, later(data.expectedBy, OVERDUE_AFTER_MS)),
      ];
    case 'DepositDelayed':
      return [clear(creditDeposit, depositId)];
    case 'DepositCompleted':
      return endOf(depositId);
    case 'DepositCompletedLate':
      return countAgain(data);
    case 'DepositFailed':
      return [...endOf(depositId), now(refreshAccount, data.userId), ...giveBack(data)];
  }
};

/** What is due for as long as any other effect is shown to people: then, and no sooner. */
const OVERDUE_AFTER_MS = HELD_ATTENTION_AFTER_MS - ATTENTION_AFTER_MS;

const endOf = (depositId: string): readonly Nudge[] =>
  [creditDeposit, closeDeposit, followHeldDeposit, overdueDeposit].map((job) =>
    clear(job, depositId),
  );

type DataOf<Type> = Extract<DepositEvent, { readonly type: Type }>['data'];

/** What its failure gave back, or was about to, counts on its day's limit all the same. */
const countAgain = (data: DataOf<'DepositCompletedLate'>): readonly Nudge[] => {
  const id = reservationId(data, data.requestedAt);
  return [
    clear(settleReservation, id),
    now(settleReservation, id),
    // Overdue from the beginning, so that attention has it at once.
    due(adjustDeposit, data.depositId, later(data.at, -ATTENTION_AFTER_MS)),
  ];
};

/** A failed deposit no longer counts on its day's limit. */
const giveBack = (data: DataOf<'DepositFailed'>): readonly Nudge[] => {
  if (data.requestedAt === undefined) return [];
  const id = reservationId(data, data.requestedAt);
  return [now(settleReservation, id), due(settleReservation, id, later(data.at, OPEN_POLL_MS))];
};
