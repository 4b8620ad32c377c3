export { onboardings } from './onboarding/onboarding.state.js';
export { onboardingProjector } from './onboarding.projector.js';
export { onboardingProcessors } from './onboarding.worker.js';
export { accountOwner } from './open-account/account-owner.js';
export { refreshAccount } from './refresh-account/refresh-account.job.js';
export { accountNotActive, requireActiveAccount } from './trader-profile/require-active-account.js';
export { toProfile, traderProfile } from './show-profile/profile.view.js';
export { numberDoc, profileView } from './show-profile/show-profile.projection.js';
export { traderProfiles } from './trader-profile/trader-profile.state.js';
