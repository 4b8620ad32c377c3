import { refreshAccount } from '#onboarding/jobs.js';
import {
  type JobAction,
  type JobKind,
  type Policy,
  cancel,
  enqueue,
  later,
  schedule,
} from '#kernel/jobs/job.js';
import {
  adjustDeposit,
  closeDeposit,
  creditDeposit,
  followHeldDeposit,
  overdueDeposit,
  settleReservation,
  settleWithdrawal,
} from '../jobs.js';
import { reservationId } from '../daily-funding/daily-funding.state.js';
import { withdrawalJobId } from '../withdrawal-reservations/withdrawal-reservations.state.js';
import type { DepositEvent } from './deposit.events.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';
import {
  CLOSE_EFFECT_AFTER_MS,
  HELD_ATTENTION_AFTER_MS,
  JOURNAL_POLL_FIRST_MS,
} from '../timing.js';
import { DECISION_POLL_FIRST_MS, OPEN_POLL_MS } from '#kernel/timing.js';

/**
 * Polls a transaction until it ends. The funding queue polls the deposits that wait for the
 * pre-funded account. A failure may be the first sign of a closed account.
 */
export const depositPolicy: Policy<DepositEvent> = ({ type, data }) => {
  const { depositId, at } = data;
  switch (type) {
    case 'DepositRequested':
      return [
        enqueue(creditDeposit, depositId),
        schedule(creditDeposit, depositId, later(at, OPEN_POLL_MS)),
        cancel(...reservationJob(data, at)),
      ];
    case 'DepositStarted':
      return [schedule(creditDeposit, depositId, later(at, OPEN_POLL_MS))];
    case 'DepositAdjusted':
    case 'DepositJournalsRecorded':
    case 'DepositThrottled':
    case 'DepositReversed':
      return [];
    case 'DepositReviewed':
      return [cancel(adjustDeposit, depositId)];
    case 'DepositCloseRequested':
      return [
        cancel(creditDeposit, depositId),
        schedule(closeDeposit, depositId, later(at, CLOSE_EFFECT_AFTER_MS)),
      ];
    case 'DepositAccepted':
      return [
        ...[closeDeposit, followHeldDeposit, overdueDeposit].map((job) => cancel(job, depositId)),
        schedule(creditDeposit, depositId, later(at, JOURNAL_POLL_FIRST_MS)),
      ];
    case 'DepositHeld':
      return [
        cancel(creditDeposit, depositId),
        schedule(followHeldDeposit, depositId, later(at, DECISION_POLL_FIRST_MS)),
        schedule(overdueDeposit, depositId, later(data.expectedBy, OVERDUE_AFTER_MS)),
      ];
    case 'DepositDelayed':
      return [cancel(creditDeposit, depositId)];
    case 'DepositCompleted':
      return [...endOf(depositId), ...endWithdrawalReservation(data)];
    case 'DepositCanceled':
      return [...endOf(depositId), ...settleReservationOf(data)];
    case 'DepositCompletedLate':
      return countAgain(data);
    case 'DepositFailed':
      return [
        ...endOf(depositId),
        enqueue(refreshAccount, data.userId),
        ...settleReservationOf(data),
      ];
  }
};

/** Attention shows a job after `ATTENTION_AFTER_MS`. The job is due that much earlier. */
const OVERDUE_AFTER_MS = HELD_ATTENTION_AFTER_MS - ATTENTION_AFTER_MS;

const endOf = (depositId: string): readonly JobAction[] =>
  [creditDeposit, closeDeposit, followHeldDeposit, overdueDeposit].map((job) =>
    cancel(job, depositId),
  );

type DataOf<Type> = Extract<DepositEvent, { readonly type: Type }>['data'];

/** The job that settles the reservation of a transaction. */
const reservationJob = (
  data: Pick<DataOf<'DepositFailed'>, 'direction' | 'depositId' | 'userId'>,
  requestedAt: string,
): [JobKind, string] =>
  data.direction === 'DEPOSIT'
    ? [settleReservation, reservationId(data, requestedAt)]
    : [settleWithdrawal, withdrawalJobId(data)];

/** Counts the amount on its day's limit again. The failure had released it. */
const countAgain = (data: DataOf<'DepositCompletedLate'>): readonly JobAction[] => {
  const job = reservationJob(data, data.requestedAt);
  return [
    cancel(...job),
    enqueue(...job),
    // Overdue from the beginning, so that attention has it at once.
    schedule(adjustDeposit, data.depositId, later(data.at, -ATTENTION_AFTER_MS)),
  ];
};

/** A transaction that ended without a move of money no longer counts on its day's limit. */
const settleReservationOf = (
  data: DataOf<'DepositFailed'> | DataOf<'DepositCanceled'>,
): readonly JobAction[] => {
  if (data.requestedAt === undefined) return [];
  const job = reservationJob(data, data.requestedAt);
  return [enqueue(...job), schedule(...job, later(data.at, OPEN_POLL_MS))];
};

/** The broker has executed the withdrawal, so that its balance shows it. */
const endWithdrawalReservation = (data: DataOf<'DepositCompleted'>): readonly JobAction[] => {
  if (data.direction === 'DEPOSIT') return [];
  const job = reservationJob(data, data.at);
  return [enqueue(...job), schedule(...job, later(data.at, OPEN_POLL_MS))];
};
