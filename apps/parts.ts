import { authProjector } from '#auth';
import { consoleProjector } from '#console';
import { depositClosings, fundingProjector, lookUpDeposit } from '#funding';
import { kycProjector, lookUpVerification, verificationClosings } from '#kyc';
import {
  lookUpAccount,
  lookUpOnboarding,
  onboardingClosings,
  onboardingProjector,
} from '#onboarding';
import { lookUpOrder, orderClosings, ordersProjector } from '#orders';
import { registerDueList } from '#platform/jobs/due-list.projection.js';
import { joinParts } from '#platform/jobs/projector-part.js';
import { settlementProjector } from '#settlement';
import { usersProjector } from '#users';

/** What all features together have to run: named here by hand, for projector, worker and operators. */
export const part = joinParts([
  authProjector,
  usersProjector,
  kycProjector,
  onboardingProjector,
  fundingProjector,
  settlementProjector,
  ordersProjector,
  consoleProjector,
]);

/** Every read model, the due list among them. */
export const projections = [...part.projections, registerDueList(part.workflows)];

/** How operators ask the providers about what got stuck. */
export const lookUps = [
  lookUpDeposit,
  lookUpOrder,
  lookUpOnboarding,
  lookUpAccount,
  lookUpVerification,
];

/** How operators end what got stuck, or why they cannot. */
export const closings = [
  ...depositClosings,
  ...orderClosings,
  ...onboardingClosings,
  ...verificationClosings,
];
