import { z } from 'zod';
import { count, pageMetadata, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { EXAMPLE_ID } from '../event/event.view.js';
import type { Delivery } from './delivery-history.js';
import { STATUSES } from './delivery-tables.js';

const attempt = z
  .strictObject({
    at: utcTime('Time of the attempt.'),
    status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the response. Null without one.', examples: [503] }),
    durationMs: count('Duration in milliseconds.', 120),
    error: text(
      'Why there was no response, for example `timeout`, `address_not_allowed` or the code of a broken connection. Null after a response.',
      'timeout',
    ).nullable(),
    responseStart: text('The first 1,024 characters of the response, or null.', 'busy').nullable(),
  })
  .meta({ id: 'WebhookAttempt', description: 'One request to the endpoint.' });

export const webhookDelivery = z
  .strictObject({
    id: uuid('The id of the delivery.'),
    eventId: text('The id of the event.', EXAMPLE_ID),
    type: text('The type of the event.', 'order.filled'),
    status: word('`pending` waits for its next attempt.', STATUSES),
    attempts: z.array(attempt).meta({ description: 'The earliest first.' }),
    nextAttemptAt: utcTime(
      'Time of the next attempt. Null at the end, and while an earlier event of the same object waits.',
    ).nullable(),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event on its way to an endpoint.' });

export const webhookDeliveries = z
  .strictObject({
    deliveries: z.array(webhookDelivery).meta({ description: 'The latest first.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'WebhookDeliveries', description: 'One page of deliveries of the last 30 days.' });

export const redeliveryAnswer = z
  .strictObject({ id: uuid('The id of the request.') })
  .meta({ id: 'WebhookRedelivery', description: 'An accepted request to send events again.' });

export const deliveryView = (row: Delivery) => ({
  id: row.id,
  eventId: `evt_${row.eventId}`,
  type: row.type,
  status: row.status,
  attempts: row.tries.map(({ at, status, durationMs, error, responseStart }) => ({
    at,
    status: status === null ? null : Number(status),
    durationMs: Number(durationMs),
    error,
    responseStart,
  })),
  nextAttemptAt: row.nextAttemptAt,
});
