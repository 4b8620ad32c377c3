import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { registerWorkflow } from '#platform/jobs/registry.js';
import { register } from '#platform/read-models/projection.js';
import { users } from '#users';
import { checkOnboarding } from './check-onboarding/check-onboarding.job.js';
import { onboardings } from './onboarding/onboarding.state.js';
import { onboardingWorkflow } from './onboarding/onboarding.workflow.js';
import { reinstatedWorkflow } from './onboarding/reinstated.workflow.js';
import { openAccount } from './open-account/open-account.job.js';
import { refreshAccount } from './refresh-account/refresh-account.job.js';
import { profileView } from './show-profile/show-profile.projection.js';
import { parseTraderProfileEvent } from './trader-profile/trader-profile.events.js';
import { traderProfiles } from './trader-profile/trader-profile.state.js';
import { traderProfileWorkflow } from './trader-profile/trader-profile.workflow.js';

export const onboardingProjector: ProjectorPart = {
  jobs: [checkOnboarding, openAccount, refreshAccount],
  workflows: [
    registerWorkflow(onboardings, onboardingWorkflow),
    registerWorkflow(traderProfiles, traderProfileWorkflow),
    registerWorkflow(users, reinstatedWorkflow),
  ],
  projections: [register(profileView, { profile: parseTraderProfileEvent })],
};
