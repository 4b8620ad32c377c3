import { parseDepositEvent } from '#funding';
import { parseOnboardingEvent } from '#onboarding';
import { parseOrderEvent } from '#orders';
import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-store/read-model.js';
import { type ActivityEvent, activity } from './overview/activity.read-model.js';

export const consoleProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  readModels: [
    register<ActivityEvent>(activity, {
      deposit: parseDepositEvent,
      order: parseOrderEvent,
      onboarding: parseOnboardingEvent,
    }),
  ],
};
