export { ApplyAgain } from './apply-again/apply-again.command.js';
export { type OnboardingEvent, parseOnboardingEvent } from './onboarding/onboarding.events.js';
export { onboardings } from './onboarding/onboarding.state.js';
export { onboardingClosings } from './look-up-onboarding/closing.js';
export { lookUpAccount, lookUpOnboarding } from './look-up-onboarding/look-up-onboarding.js';
export { onboardingProjector } from './onboarding.projector.js';
export { onboardingProcessors } from './onboarding.worker.js';
export { accountOwner } from './open-account/account-owner.js';
export { refreshAccount } from './refresh-account/refresh-account.job.js';
export { refusalToTell } from './trader-profile/account-words.js';
export {
  accountNotActive,
  accountRestricted,
  requireActiveAccount,
} from './trader-profile/require-active-account.js';
export {
  accountAtBroker,
  toAccountAtBroker,
  toProfile,
  traderProfile,
} from './show-profile/profile.view.js';
export { accountTable } from './account-list/account-list.read-model.js';
export { profileRows } from './show-profile/profile.rows.js';
export { isRefused, isSettled } from './trader-profile/account-standing.js';
export { type TraderProfile, traderProfiles } from './trader-profile/trader-profile.state.js';
