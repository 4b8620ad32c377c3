import { PageQuery } from '#http/query-fields.js';
import { TextParameter, WordParameter } from '#http/query-fields.js';
import { TextField, WordListField } from '#http/fields.js';
import { refusal } from '#http/endpoint.js';
import { EVENT_TYPES } from '../event/event-types.js';
import { EXAMPLE_ID } from '../event/event.view.js';
import { type DeliveryStatus, STATUSES } from './delivery-tables.js';

const CURSOR_MAX = 60;

export class DeliveriesQuery extends PageQuery {
  @WordParameter(STATUSES, { about: 'Only deliveries with this status.' })
  readonly status?: DeliveryStatus;

  @TextParameter({
    optional: true,
    max: CURSOR_MAX,
    about: 'Only deliveries of this event.',
    example: EXAMPLE_ID,
  })
  readonly eventId?: string;
}

const after = {
  max: CURSOR_MAX,
  code: 'cursor_unknown',
  detail: 'must be the id of one of your events, or `next` of a page of the feed',
  about: 'Only later events than this one: an event id, or `next` of a page of the feed.',
  example: 'cur_-1',
};

export class RecoverBody {
  @TextField(after) readonly after!: string;
}

export class ReplayBody {
  @TextField(after) readonly after!: string;

  @TextField({
    ...after,
    optional: true,
    about: 'The last event, in the same form. Absent: the latest one.',
  })
  readonly until?: string;

  @WordListField(EVENT_TYPES, 'event_type_unknown', {
    optional: true,
    about: 'Types of events. Absent or empty: the types of the endpoint.',
    example: ['order.filled'],
  })
  readonly types?: string[];
}

export const redeliveryRefusals = [
  refusal(409, 'webhook_endpoint_disabled', 'Enable the endpoint first.'),
  refusal(409, 'too_many_redeliveries', 'Ten earlier requests of this endpoint still wait.'),
];
export const cursorUnknown = (pointer: string) =>
  refusal(422, 'cursor_unknown', 'Neither an event of yours nor a cursor.', pointer);

export const deliveryNotFound = refusal(
  404,
  'webhook_delivery_not_found',
  'The endpoint has no delivery with this id.',
);
export const deliveryFinal = refusal(
  409,
  'delivery_final',
  'The delivery was successful, or it is a test.',
);
