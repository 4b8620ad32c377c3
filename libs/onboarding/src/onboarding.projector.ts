import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { registerProjection } from '#read-models/projection.js';
import { users } from '#users/user/user.state.js';
import { checkOnboarding, openAccount, refreshAccount, reviewAccount } from './jobs.js';
import { parseOnboardingEvent } from './onboarding/onboarding.events.js';
import { onboardings } from './onboarding/onboarding.state.js';
import { onboardingPolicy } from './onboarding/onboarding.policy.js';
import { userPolicy } from './onboarding/user.policy.js';
import { accountList } from './account-list/account-list.projection.js';
import { parseTraderProfileEvent } from './trader-profile/trader-profile.events.js';
import { traderProfiles } from './trader-profile/trader-profile.state.js';
import { traderProfilePolicy } from './trader-profile/trader-profile.policy.js';
import { type WaitingUserEvent, waitingUsers } from './waiting-users/waiting-users.projection.js';

export const onboardingProjector: FeatureRegistration = {
  jobs: [checkOnboarding, openAccount, refreshAccount, reviewAccount],
  policies: [
    registerPolicy(onboardings, onboardingPolicy),
    registerPolicy(traderProfiles, traderProfilePolicy),
    registerPolicy(users, userPolicy),
  ],
  readModels: [
    registerProjection(accountList, { profile: parseTraderProfileEvent }),
    registerProjection<WaitingUserEvent>(waitingUsers, {
      profile: parseTraderProfileEvent,
      onboarding: parseOnboardingEvent,
      user: users.parse,
    }),
  ],
};
