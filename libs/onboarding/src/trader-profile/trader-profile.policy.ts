import { type JobAction, type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { openAccount, refreshAccount, reviewAccount } from '../jobs.js';
import { isSettled, needsOperator } from './account-standing.js';
import type { TraderProfileEvent } from './trader-profile.events.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';
import { OPEN_POLL_MS } from '#kernel/timing.js';

/** An account's status is read for the first time after this. */
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

type Said = {
  readonly status: string;
  readonly blocks?: readonly string[] | undefined;
  readonly before?: { readonly status: string; readonly blocks: readonly string[] } | undefined;
};

const applied = (userId: string, at: string): readonly JobAction[] => [
  enqueue(openAccount, userId),
  schedule(openAccount, userId, later(at, OPEN_POLL_MS)),
];

/** Follows an account with blocks or an unusual status. */
const followed = (userId: string, said: Said, at: string): readonly JobAction[] =>
  said.status === 'ACTIVE' ? [enqueue(refreshAccount, userId)] : untilSettled(userId, said, at);

const untilSettled = (userId: string, said: Said, at: string): readonly JobAction[] =>
  isSettled(standingOf(said))
    ? [cancel(refreshAccount, userId)]
    : [schedule(refreshAccount, userId, later(at, ACCOUNT_POLL_AFTER_MS))];

/** Events of earlier versions do not say what was before. */
const reviewed = (userId: string, said: Said, at: string): readonly JobAction[] => {
  if (needsOperator(standingOf(said))) return [reviewBegins(userId, at)];
  const wasHeld = said.before === undefined || needsOperator(said.before);
  return wasHeld ? reviewEnds(userId) : [];
};

/** Overdue from the beginning, so that attention has it at once. */
const reviewBegins = (userId: string, at: string): JobAction =>
  schedule(reviewAccount, userId, later(at, -ATTENTION_AFTER_MS));

/** The job that finds nothing to review takes back what it had to say. */
const reviewEnds = (userId: string): readonly JobAction[] => [
  cancel(reviewAccount, userId),
  enqueue(reviewAccount, userId),
];

const standingOf = ({ status, blocks = [] }: Said) => ({ status, blocks });
