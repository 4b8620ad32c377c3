import { type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { OPEN_POLL_MS } from '#kernel/timing.js';
import { configureAccount } from '../jobs.js';
import type { AccountConfigurationEvent } from './account-configuration.events.js';

export const accountConfigurationPolicy: Policy<AccountConfigurationEvent> = ({ type, data }) => {
  const { userId, at } = data;
  switch (type) {
    case 'AccountConfigurationRequested':
      return [
        enqueue(configureAccount, userId),
        schedule(configureAccount, userId, later(at, OPEN_POLL_MS)),
      ];
    case 'AccountConfigurationStarted':
    case 'AccountConfigurationThrottled':
      return [];
    case 'AccountConfigured':
    case 'AccountConfigurationRejected':
      return [cancel(configureAccount, userId)];
  }
};
