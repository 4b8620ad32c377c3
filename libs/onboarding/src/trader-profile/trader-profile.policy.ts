import { type JobAction, type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { openAccount, refreshAccount, reviewAccount } from '../jobs.js';
import { isSettled, needsOperator } from './account-standing.js';
import type { TraderProfileEvent } from './trader-profile.events.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';
import { OPEN_POLL_MS } from '#kernel/timing.js';

/** Delay of the first read of an account's status, in milliseconds. */
const ACCOUNT_POLL_AFTER_MS = 1_000;

export const traderProfilePolicy: Policy<TraderProfileEvent> = ({ type, data }) => {
  const { userId, at } = data;
  switch (type) {
    case 'TraderProfileCreated':
      return applied(userId, at);
    case 'TraderProfileReplaced':
      return [...applied(userId, at), ...reviewEnds(userId)];
    case 'BrokerAccountStarted':
    case 'BrokerAccountThrottled':
      return [];
    case 'BrokerAccountOpened':
      return [
        cancel(openAccount, userId),
        ...followed(userId, data, at),
        ...(needsOperator(standingOf(data)) ? [reviewBegins(userId, at)] : []),
      ];
    case 'BrokerAccountRefused':
      return [
        cancel(openAccount, userId),
        ...(data.emailTaken === true ? [reviewBegins(userId, at)] : []),
      ];
    case 'BrokerAccountChanged':
      return [...untilSettled(userId, data, at), ...reviewed(userId, data, at)];
    case 'BrokerAccountReviewed':
      return [cancel(reviewAccount, userId)];
  }
};

type Reported = {
  readonly status: string;
  readonly blocks?: readonly string[] | undefined;
  readonly before?: { readonly status: string; readonly blocks: readonly string[] } | undefined;
};

const applied = (userId: string, at: string): readonly JobAction[] => [
  enqueue(openAccount, userId),
  schedule(openAccount, userId, later(at, OPEN_POLL_MS)),
];

/** Follows an account with blocks or an unusual status. */
const followed = (userId: string, reported: Reported, at: string): readonly JobAction[] =>
  reported.status === 'ACTIVE'
    ? [enqueue(refreshAccount, userId)]
    : untilSettled(userId, reported, at);

const untilSettled = (userId: string, reported: Reported, at: string): readonly JobAction[] =>
  isSettled(standingOf(reported))
    ? [cancel(refreshAccount, userId)]
    : [schedule(refreshAccount, userId, later(at, ACCOUNT_POLL_AFTER_MS))];

/** Events of earlier versions lack `before`, so a review may have begun. */
const reviewed = (userId: string, reported: Reported, at: string): readonly JobAction[] => {
  if (needsOperator(standingOf(reported))) return [reviewBegins(userId, at)];
  const wasHeld = reported.before === undefined || needsOperator(reported.before);
  return wasHeld ? reviewEnds(userId) : [];
};

/** The schedule is overdue from the start, so needs attention lists it at once. */
const reviewBegins = (userId: string, at: string): JobAction =>
  schedule(reviewAccount, userId, later(at, -ATTENTION_AFTER_MS));

/** The last run of the job removes the error of earlier runs. */
const reviewEnds = (userId: string): readonly JobAction[] => [
  cancel(reviewAccount, userId),
  enqueue(reviewAccount, userId),
];

const standingOf = ({ status, blocks = [] }: Reported) => ({ status, blocks });
