import type { LookUp } from '#operations/attention/look-up.js';
import { accountConfigurations } from '../account-configuration/account-configuration.state.js';

/** Configuration of an account at the broker. */
export const lookUpConfiguration: LookUp = {
  category: accountConfigurations.category,
  inWords: async ({ store, broker }, userId, correlationId) => {
    const state = await store.load(accountConfigurations, userId);
    if (state === null) return 'The configuration of this account was never requested.';
    const isCash = await broker.isConfigured(state.accountId, correlationId);
    return `The broker has account ${state.accountId}, ${isCash ? 'without' : 'with'} margin and short sales.`;
  },
};
