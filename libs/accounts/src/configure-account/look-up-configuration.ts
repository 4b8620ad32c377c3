import type { Resolver } from '#operations/attention/resolver.js';
import { configureAccount } from '../jobs.js';
import { accountConfigurations } from '../account-configuration/account-configuration.state.js';

/** A request ends with the broker's response, and does not block other work. */
export const configurationResolver: Resolver = {
  category: accountConfigurations.category,
  lookUp: async ({ store, broker }, userId, correlationId) => {
    const state = await store.load(accountConfigurations, userId);
    if (state === null) return 'The configuration of this account was never requested.';
    const isCash = await broker.isConfigured(state.accountId, correlationId);
    return `The broker has account ${state.accountId}, ${isCash ? 'without' : 'with'} margin and short sales.`;
  },
  closings: [
    {
      job: configureAccount.name,
      inWords: 'It ends with the response of the broker. The account can be used meanwhile.',
      close: null,
    },
  ],
};
