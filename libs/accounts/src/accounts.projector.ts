import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { accountConfigurationPolicy } from './account-configuration/account-configuration.policy.js';
import { accountConfigurations } from './account-configuration/account-configuration.state.js';
import { configureAccount } from './jobs.js';

export const accountsProjector: FeatureRegistration = {
  jobs: [configureAccount],
  policies: [registerPolicy(accountConfigurations, accountConfigurationPolicy)],
  readModels: [],
};
