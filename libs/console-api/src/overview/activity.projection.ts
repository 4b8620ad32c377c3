import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { OnboardingEvent } from '#onboarding/onboarding/onboarding.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import type { Projection } from '#read-models/projection.js';
import { type RowChange, add } from '#kernel/projection/row-change.js';
import { defineTable, integer, text, time } from '#kernel/projection/table.js';
import { tookField } from './latency-histogram.js';
import { HOUR_MS } from '#kernel/duration.js';

/** Retention of the activity. The overview shows one hour. */
const ACTIVITY_RETENTION_MS = 2 * HOUR_MS;

export type ActivityEvent = DepositEvent | OrderEvent | OnboardingEvent;

export const KINDS = ['deposits', 'orders', 'onboardings'] as const;
export type ActivityKind = (typeof KINDS)[number];
/** Requested, completed, failed. A canceled order counts as neither completed nor failed. */
export type Step = 'begun' | 'done' | 'failed';

export const MINUTE_MS = 60_000;

/** Counts per minute. `what` is a step or a duration bucket. */
export const activityTable = defineTable('activity', {
  columns: { minute: time, kind: text, what: text, count: integer },
  key: ['minute', 'kind', 'what'],
  wideIndexes: [['minute']],
  kept: { column: 'minute', forMs: ACTIVITY_RETENTION_MS },
});

/**
 * Starts, ends and durations per minute of the last hour, for the overview. Uses the times of the
 * events, so that a rebuild has the same counts.
 */
export const activity: Projection<ActivityEvent> = {
  name: 'activity',
  version: 3,
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
      case 'OrderExpired':
        return [count(event, 'orders', 'failed')];
      case 'OnboardingSessionIssued':
        return [count(event, 'onboardings', 'begun')];
      case 'OnboardingPassed':
        return done(event, 'onboardings', event.data.issuedAt);
      case 'OnboardingFailed':
      case 'OnboardingSessionExpired':
        return [count(event, 'onboardings', 'failed')];
      case 'DepositCanceled':
      case 'DepositStarted':
      case 'DepositThrottled':
      case 'DepositDelayed':
      case 'DepositAccepted':
      case 'DepositHeld':
      case 'DepositCloseRequested':
      case 'DepositReviewed':
      case 'DepositJournalsRecorded':
      case 'DepositAdjusted':
      case 'DepositReversed':
      case 'OrderStarted':
      case 'OrderThrottled':
      case 'OrderAccepted':
      case 'OrderPartiallyFilled':
      case 'OrderCancelRequested':
      case 'OrderCanceled':
      case 'OrderCorrected':
      case 'OrderTradesCorrected':
      case 'OnboardingReported':
      case 'OnboardingReviewAwaited':
      case 'OnboardingRechecked':
        return [];
    }
  },
};

export const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS);

const count = ({ data: { at } }: ActivityEvent, kind: ActivityKind, what: string): RowChange => {
  const minute = new Date(minuteOf(Date.parse(at)) * MINUTE_MS).toISOString();
  return add(activityTable, { minute, kind, what }, { count: 1n });
};

/** Old events lack the start time. */
const done = (
  event: ActivityEvent,
  kind: ActivityKind,
  since: string | undefined,
): readonly RowChange[] => {
  const tookMs = since === undefined ? null : Date.parse(event.data.at) - Date.parse(since);
  const took = tookMs === null ? [] : [count(event, kind, tookField(tookMs))];
  return [count(event, kind, 'done'), ...took];
};
