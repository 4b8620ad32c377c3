import type { DepositEvent } from '#funding';
import type { OnboardingEvent } from '#onboarding';
import type { OrderEvent } from '#orders';
import { ACTIVITY_KEPT_MS } from '#platform/core/timing.js';
import type { ReadModel } from '#platform/read-store/read-model.js';
import { type RowChange, add } from '#platform/read-store/row-change.js';
import { defineTable, integer, text, time } from '#platform/read-store/table.js';
import { tookField } from './took.js';

export type ActivityEvent = DepositEvent | OrderEvent | OnboardingEvent;

export const KINDS = ['deposits', 'orders', 'onboardings'] as const;
export type ActivityKind = (typeof KINDS)[number];
/** Asked for; done as wished; ended in another way. */
export const STEPS = ['begun', 'done', 'failed'] as const;
export type Step = (typeof STEPS)[number];

export const MINUTE_MS = 60_000;

/** How often something happened in a minute; `what` is a step, or how long one took. */
export const activityTable = defineTable('activity', {
  columns: { minute: time, kind: text, what: text, count: integer },
  key: ['minute', 'kind', 'what'],
  wideIndexes: [['minute']],
  kept: { column: 'minute', forMs: ACTIVITY_KEPT_MS },
});

/**
 * What began and ended in each minute of the last hour, and how long it took, for the overview. By
 * the times in the events, so that a rebuild counts the same.
 */
export const activity: ReadModel<ActivityEvent> = {
  name: 'activity',
  version: 2,
  tables: [activityTable],
  project: (event): readonly RowChange[] => {
    switch (event.type) {
      case 'DepositRequested':
        return [count(event, 'deposits', 'begun')];
      case 'DepositCompleted':
      case 'DepositCompletedLate':
        return done(event, 'deposits', event.data.requestedAt);
      case 'DepositFailed':
        return [count(event, 'deposits', 'failed')];
      case 'OrderRequested':
        return [count(event, 'orders', 'begun')];
      case 'OrderFilled':
        return done(event, 'orders', event.data.requestedAt);
      case 'OrderRejected':
      case 'OrderCanceled':
      case 'OrderExpired':
        return [count(event, 'orders', 'failed')];
      case 'OnboardingSessionIssued':
        return [count(event, 'onboardings', 'begun')];
      case 'OnboardingPassed':
        return done(event, 'onboardings', event.data.issuedAt);
      case 'OnboardingFailed':
      case 'OnboardingSessionExpired':
        return [count(event, 'onboardings', 'failed')];
      case 'DepositStarted':
      case 'DepositThrottled':
      case 'DepositDelayed':
      case 'DepositAccepted':
      case 'DepositHeld':
      case 'DepositCloseRequested':
      case 'DepositReviewed':
      case 'DepositAdjusted':
      case 'DepositReversed':
      case 'OrderStarted':
      case 'OrderThrottled':
      case 'OrderAccepted':
      case 'OrderPartiallyFilled':
      case 'OrderCancelRequested':
      case 'OrderCorrected':
      case 'OrderTradesCorrected':
      case 'OnboardingReported':
      case 'OnboardingReviewAwaited':
        return [];
    }
  },
};

export const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS);

const count = ({ data: { at } }: ActivityEvent, kind: ActivityKind, what: string): RowChange => {
  const minute = new Date(minuteOf(Date.parse(at)) * MINUTE_MS).toISOString();
  return add(activityTable, { minute, kind, what }, { count: 1n });
};

/** Events of an earlier time do not tell since when. */
const done = (
  event: ActivityEvent,
  kind: ActivityKind,
  since: string | undefined,
): readonly RowChange[] => {
  const tookMs = since === undefined ? null : Date.parse(event.data.at) - Date.parse(since);
  const took = tookMs === null ? [] : [count(event, kind, tookField(tookMs))];
  return [count(event, kind, 'done'), ...took];
};
