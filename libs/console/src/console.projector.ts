import { parseDepositEvent } from '#funding';
import { parseOnboardingEvent } from '#onboarding';
import { parseOrderEvent } from '#orders';
import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-models/projection.js';
import { type ActivityEvent, activity } from './overview/activity.projection.js';

export const consoleProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  projections: [
    register<ActivityEvent>(activity, {
      deposit: parseDepositEvent,
      order: parseOrderEvent,
      onboarding: parseOnboardingEvent,
    }),
  ],
};
