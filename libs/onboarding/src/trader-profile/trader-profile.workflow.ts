import { ACCOUNT_POLL_AFTER_MS, ATTENTION_AFTER_MS, OPEN_POLL_MS } from '#platform/core/timing.js';
import { type Nudge, type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { openAccount } from '../open-account/open-account.job.js';
import { refreshAccount } from '../refresh-account/refresh-account.job.js';
import { reviewAccount } from '../review-account/review-account.job.js';
import { isSettled, needsOperator } from './account-standing.js';
import type { TraderProfileEvent } from './trader-profile.events.js';

export const traderProfileWorkflow: Workflow<TraderProfileEvent> = ({ type, data }) => {
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
        clear(openAccount, userId),
        ...followed(userId, data, at),
        ...(needsOperator(standingOf(data)) ? [reviewBegins(userId, at)] : []),
      ];
    case 'BrokerAccountRefused':
      return [
        clear(openAccount, userId),
        ...(data.emailTaken === true ? [reviewBegins(userId, at)] : []),
      ];
    case 'BrokerAccountChanged':
      return [...untilSettled(userId, data, at), ...reviewed(userId, data, at)];
    case 'BrokerAccountReviewed':
      return [clear(reviewAccount, userId)];
  }
};

type Said = {
  readonly status: string;
  readonly blocks?: readonly string[] | undefined;
  readonly before?: { readonly status: string; readonly blocks: readonly string[] } | undefined;
};

const applied = (userId: string, at: string): readonly Nudge[] => [
  now(openAccount, userId),
  due(openAccount, userId, later(at, OPEN_POLL_MS)),
];

/** What the broker holds against an account was not asked for when it was opened. */
const followed = (userId: string, said: Said, at: string): readonly Nudge[] =>
  said.status === 'ACTIVE' ? [now(refreshAccount, userId)] : untilSettled(userId, said, at);

const untilSettled = (userId: string, said: Said, at: string): readonly Nudge[] =>
  isSettled(standingOf(said))
    ? [clear(refreshAccount, userId)]
    : [due(refreshAccount, userId, later(at, ACCOUNT_POLL_AFTER_MS))];

/** Events of earlier versions do not say what was before. */
const reviewed = (userId: string, said: Said, at: string): readonly Nudge[] => {
  if (needsOperator(standingOf(said))) return [reviewBegins(userId, at)];
  const wasHeld = said.before === undefined || needsOperator(said.before);
  return wasHeld ? reviewEnds(userId) : [];
};

/** Overdue from the beginning, so that attention has it at once. */
const reviewBegins = (userId: string, at: string): Nudge =>
  due(reviewAccount, userId, later(at, -ATTENTION_AFTER_MS));

/** The job that finds nothing to review takes back what it had to say. */
const reviewEnds = (userId: string): readonly Nudge[] => [
  clear(reviewAccount, userId),
  now(reviewAccount, userId),
];

const standingOf = ({ status, blocks = [] }: Said) => ({ status, blocks });
