export { onboardingProjector } from './onboarding.projector.js';
export { onboardingProcessors } from './onboarding.worker.js';
export { accountOwner } from './open-account/account-owner.js';
export { refreshAccount } from './refresh-account/refresh-account.job.js';
export { accountNotActive, requireActiveAccount } from './trader-profile/require-active-account.js';
export { traderProfiles } from './trader-profile/trader-profile.state.js';
