/** Types of events that partners receive, as `<object>.<event>`. */
export const EVENT_TYPES = [
  'user.created',
  'user.updated',
  'user.status_changed',
  'verification.created',
  'verification.submitted',
  'verification.under_review',
  'verification.approved',
  'verification.rejected',
  'verification.expired',
  'onboarding.session_created',
  'onboarding.completed',
  'onboarding.rejected',
  'broker_account.updated',
  'funding.created',
  'funding.processing',
  'funding.completed',
  'funding.failed',
  'funding.reversed',
  'funding.canceled',
  'order.created',
  'order.submitted',
  'order.accepted',
  'order.partially_filled',
  'order.filled',
  'order.canceled',
  'order.rejected',
  'order.expired',
  'order.corrected',
  'settlement.closed',
  'settlement.overdue',
  'settlement.settled',
  'settlement.reopened',
  'webhook_endpoint.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

type ObjectOf<Type> = Type extends `${infer Name}.${string}` ? Name : never;
export type ObjectType = ObjectOf<EventType>;

export const objectTypeOf = (type: EventType): ObjectType =>
  type.slice(0, type.indexOf('.')) as ObjectType;
