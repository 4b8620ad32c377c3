import { z } from 'zod';
import { fundingTransaction } from '#funding/user-deposits/deposit.view.js';
import { statusSchema } from '#kyc/show-verification/verification.view.js';
import { traderProfile } from '#onboarding/show-profile/profile.view.js';
import { order } from '#orders/user-orders/order.view.js';
import { settlement } from '#settlement/settlement-periods/response-schemas.js';
import { verifiedUserAnswer } from '#users/user-list/user.view.js';
import type { ObjectType } from './event-types.js';
import { onboardingObject } from './onboarding-object.js';
import { webhookEndpoint } from '../list-endpoints/webhook-endpoint.view.js';
import { list, object, text, utcTime, uuid } from '#http/response-schemas.js';

/** Schema of `data` by type of object. */
export const OBJECT_SCHEMAS: Readonly<Record<ObjectType, z.ZodType>> = {
  order,
  user: verifiedUserAnswer,
  verification: statusSchema,
  onboarding: onboardingObject,
  broker_account: traderProfile,
  funding: fundingTransaction,
  settlement,
  webhook_endpoint: webhookEndpoint,
};

export const EXAMPLE_ID = 'evt_5c5eb5b6-3f0e-5d92-8f3a-6c1f7d8e9a01';

const eventFields = {
  id: text('`evt_` and a UUID. The same fact always has the same id.', EXAMPLE_ID),
  type: text(
    'What happened, as `<object>.<event>`. Ignore types that you do not know.',
    'order.filled',
  ),
  createdAt: utcTime('When it happened.'),
  sequence: text('Decimal number that grows along the feed, with gaps.', '4711'),
  requestId: text('`X-Request-Id` of your request that caused it, or null.', 'req-0001').nullable(),
  object: z
    .strictObject({
      type: text('First part of `type`.', 'order'),
      id: uuid('The id of the object.'),
    })
    .meta({ description: 'The object that the event is about.' }),
};

export const partnerEvent = object('Event', 'A fact about one of your objects.', {
  ...eventFields,
  data: z.union(Object.values(OBJECT_SCHEMAS)).meta({
    description:
      'The object as its GET endpoint showed it right after the event. `object.type` names its type. Personal fields are null after the erasure of the person.',
  }),
});

export const eventPage = object('Events', 'A page of the feed.', {
  events: list('In the order of the feed.', partnerEvent),
  next: text('Cursor for `after` of the next request.', 'cur_4711'),
  hasMore: z
    .boolean()
    .meta({ description: 'Whether the feed has later events now.', examples: [false] }),
});
