import { type DepositEvent, parseDepositEvent } from '#funding/deposit/deposit.events.js';
import { parseOnboardingEvent } from '#onboarding/onboarding/onboarding.events.js';
import { type OrderEvent, parseOrderEvent } from '#orders/order/order.events.js';
import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerProjection } from '#read-models/projection.js';
import { brokerIds } from './find/broker-ids.projection.js';
import { type ActivityEvent, activity } from './overview/activity.projection.js';

export const consoleProjector: FeatureRegistration = {
  jobs: [],
  policies: [],
  readModels: [
    registerProjection<ActivityEvent>(activity, {
      deposit: parseDepositEvent,
      order: parseOrderEvent,
      onboarding: parseOnboardingEvent,
    }),
    registerProjection<DepositEvent | OrderEvent>(brokerIds, {
      deposit: parseDepositEvent,
      order: parseOrderEvent,
    }),
  ],
};
