import { toJsonSchema } from '#http/openapi/json-schema.js';
import { EVENT_TYPES, type EventType } from '../event/event-types.js';
import { partnerEvent } from '../event/event.view.js';
import { testEvent } from './test-event.js';

const EXAMPLE_UUID = '5c5eb5b6-3f0e-5d92-8f3a-6c1f7d8e9a01';
const EXAMPLE_TIME = new Date('2026-03-02T14:05:06.789Z');

const HEADERS: Readonly<Record<string, readonly [description: string, example: string]>> = {
  'webhook-id': [
    'The id of the event. Ignore an id that you have processed.',
    `evt_${EXAMPLE_UUID}`,
  ],
  'webhook-timestamp': ['Time of the attempt, in seconds since 1970.', '1772460306'],
  'webhook-signature': [
    'Standard Webhooks: `v1,` and a base64 HMAC-SHA256 of `id.timestamp.body`. After a rotation there are two, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
};

/** The `webhooks` section of the OpenAPI document: one request for each type of event. */
export const openApiWebhooks = (): Readonly<Record<string, object>> =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: requestOf(type) }]));

const requestOf = (type: EventType): object => ({
  operationId: operationIdOf(type),
  tags: ['Webhooks'],
  summary: type,
  description:
    'The service sends the event to your endpoints. Verify the signature and respond with any 2xx status within 15 s. Redirects are not followed.',
  security: [],
  parameters: Object.entries(HEADERS).map(([name, [description, example]]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', examples: [example] },
  })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: toJsonSchema(partnerEvent),
        example: testEvent(type, EXAMPLE_UUID, EXAMPLE_TIME),
      },
    },
  },
  responses: { '2XX': { description: 'Received. The body is ignored.' } },
});

/** `order.filled` → `onOrderFilled`. */
const operationIdOf = (type: EventType): string =>
  `on${type
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`;
