import { authProjector } from '#auth';
import { consoleProjector } from '#console';
import { depositClosings, depositsForData, fundingProjector, lookUpDeposit } from '#funding';
import { kycProjector, lookUpVerification, verificationClosings } from '#kyc';
import {
  lookUpAccount,
  lookUpOnboarding,
  onboardingClosings,
  onboardingProjector,
} from '#onboarding';
import { lookUpOrder, orderClosings, ordersForData, ordersProjector } from '#orders';
import { registerDueList } from '#platform/jobs/due-list.read-model.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { ReadStore } from '#platform/read-store/read-store.js';
import { joinParts } from '#platform/jobs/projector-part.js';
import {
  differencesFound,
  lateRun,
  periodClosings,
  settlementProjector,
  settlementViews,
} from '#settlement';
import { usersForData, usersProjector } from '#users';

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
export const readModels = [...part.readModels, registerDueList(part.workflows)];

/** What finance and BI may read: `docs/data.md`. */
export const views = [usersForData, depositsForData, ordersForData, ...settlementViews];

export const readStoreOn = (engine: SqlEngine): ReadStore =>
  new ReadStore(engine, readModels, views);

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
  ...periodClosings,
];

/** What checks have found and people work through. */
export const findings = [differencesFound, lateRun];
