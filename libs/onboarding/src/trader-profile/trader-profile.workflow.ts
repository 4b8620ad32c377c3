import { ACCOUNT_POLL_AFTER_MS, OPEN_POLL_MS } from '#platform/core/timing.js';
import { type Nudge, type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { openAccount } from '../open-account/open-account.job.js';
import { refreshAccount } from '../refresh-account/refresh-account.job.js';
import type { TraderProfileEvent } from './trader-profile.events.js';

/** Statuses that change only when the broker says so by itself. */
const SETTLED = ['ACTIVE', 'REJECTED', 'SUBMISSION_FAILED', 'INACTIVE', 'ACCOUNT_CLOSED'];

export const traderProfileWorkflow: Workflow<TraderProfileEvent> = ({ type, data }) => {
  const { userId, at } = data;
  switch (type) {
    case 'TraderProfileCreated':
    case 'TraderProfileReplaced':
      return [now(openAccount, userId), due(openAccount, userId, later(at, OPEN_POLL_MS))];
    case 'BrokerAccountStarted':
    case 'BrokerAccountThrottled':
      return [];
    case 'BrokerAccountOpened':
      return [clear(openAccount, userId), ...untilSettled(userId, data.status, at)];
    case 'BrokerAccountRefused':
      return [clear(openAccount, userId)];
    case 'BrokerAccountChanged':
      return untilSettled(userId, data.status, at);
  }
};

const untilSettled = (userId: string, status: string, at: string): readonly Nudge[] =>
  SETTLED.includes(status)
    ? [clear(refreshAccount, userId)]
    : [due(refreshAccount, userId, later(at, ACCOUNT_POLL_AFTER_MS))];
