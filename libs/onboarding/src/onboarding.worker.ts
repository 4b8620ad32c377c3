import { CheckOnboardingProcessor } from './check-onboarding/check-onboarding.processor.js';
import { OpenAccountProcessor } from './open-account/open-account.processor.js';
import { RefreshAccountProcessor } from './refresh-account/refresh-account.processor.js';
import { ReviewAccountProcessor } from './review-account/review-account.processor.js';

export const onboardingProcessors = [
  CheckOnboardingProcessor,
  OpenAccountProcessor,
  RefreshAccountProcessor,
  ReviewAccountProcessor,
];
