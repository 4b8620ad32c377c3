import { accountsProjector } from '#accounts/accounts.projector.js';
import { configurationResolver } from '#accounts/configure-account/look-up-configuration.js';
import { authProjector } from '#auth/auth.projector.js';
import { consoleProjector } from '#console-api/console-api.projector.js';
import { depositResolver } from '#funding/close-deposit/deposit-closure.js';
import { depositsForData } from '#funding/user-deposits/deposits.data-view.js';
import { fundingProjector } from '#funding/funding.projector.js';
import { kycProjector } from '#kyc/kyc.projector.js';
import { verificationResolver } from '#kyc/look-up-verification/look-up-verification.js';
import {
  accountResolver,
  onboardingResolver,
} from '#onboarding/look-up-onboarding/look-up-onboarding.js';
import { onboardingProjector } from '#onboarding/onboarding.projector.js';
import { orderResolver } from '#orders/close-order/order-closure.js';
import { ordersForData } from '#orders/user-orders/orders.data-view.js';
import { ordersProjector } from '#orders/orders.projector.js';
import { webhookResolver } from '#partner-events/deliver/delivery-closure.js';
import { partnerEventsProjector } from '#partner-events/partner-events.projector.js';
import { registerJobSchedule } from '#jobs/job-schedule.projection.js';
import type { SqlEngine } from '#read-models/sql-engine.js';
import { ReadStore } from '#read-models/read-store.js';
import { mergeRegistrations } from '#jobs/feature-registration.js';
import { differencesFound, overdueRun } from '#reconciliation/reconciliation/findings.js';
import { periodResolver } from '#settlement/close-period/period-closure.js';
import { settlementProjector } from '#settlement/settlement.projector.js';
import { settlementViews } from '#settlement/settlement-periods/settlement.data-views.js';
import { usersForData } from '#users/user-list/user.data-view.js';
import { usersProjector } from '#users/users.projector.js';
import { watchListResolver } from '#users/review-watch-list-hit/watch-list-resolver.js';

/** Registrations of all features, for projector, worker and operators. */
export const part = mergeRegistrations([
  authProjector,
  usersProjector,
  kycProjector,
  onboardingProjector,
  fundingProjector,
  settlementProjector,
  ordersProjector,
  partnerEventsProjector,
  accountsProjector,
  consoleProjector,
]);

/** All projections, including the job schedule. */
export const readModels = [...part.readModels, registerJobSchedule(part.policies)];

/** Views for finance and BI: `docs/finance/data.md`. */
export const views = [usersForData, depositsForData, ordersForData, ...settlementViews];

export const readStoreOn = (engine: SqlEngine): ReadStore =>
  new ReadStore(engine, readModels, views);

/** Look-ups and closures of stuck work. The first match has priority if an id has several streams. */
export const resolvers = [
  depositResolver,
  orderResolver,
  onboardingResolver,
  accountResolver,
  configurationResolver,
  verificationResolver,
  watchListResolver,
  periodResolver,
  webhookResolver,
];

/** Checks with findings for operators. */
export const findings = [differencesFound, overdueRun];
