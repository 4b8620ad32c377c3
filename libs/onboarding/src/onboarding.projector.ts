import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { registerWorkflow } from '#platform/jobs/registry.js';
import { register } from '#platform/read-store/read-model.js';
import { users } from '#users';
import { checkOnboarding } from './check-onboarding/check-onboarding.job.js';
import { onboardings } from './onboarding/onboarding.state.js';
import { onboardingWorkflow } from './onboarding/onboarding.workflow.js';
import { userWorkflow } from './onboarding/user.workflow.js';
import { openAccount } from './open-account/open-account.job.js';
import { refreshAccount } from './refresh-account/refresh-account.job.js';
import { accountList } from './account-list/account-list.read-model.js';
import { reviewAccount } from './review-account/review-account.job.js';
import { parseTraderProfileEvent } from './trader-profile/trader-profile.events.js';
import { traderProfiles } from './trader-profile/trader-profile.state.js';
import { traderProfileWorkflow } from './trader-profile/trader-profile.workflow.js';

export const onboardingProjector: ProjectorPart = {
  jobs: [checkOnboarding, openAccount, refreshAccount, reviewAccount],
  workflows: [
    registerWorkflow(onboardings, onboardingWorkflow),
    registerWorkflow(traderProfiles, traderProfileWorkflow),
    registerWorkflow(users, userWorkflow),
  ],
  readModels: [register(accountList, { profile: parseTraderProfileEvent })],
};
