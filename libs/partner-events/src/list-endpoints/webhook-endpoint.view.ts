import { z } from 'zod';
import { list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.state.js';
import { DISABLED, ENABLED, type WebhookRow } from './webhook-endpoints.projection.js';

const REASONS = ['by_partner', 'by_operator', 'gone', 'failing'] as const;

const fields = {
  id: uuid('The id of the endpoint.'),
  url: text('Address that receives the events.', 'http://127.0.0.1:8443/webhooks'),
  types: z
    .array(z.string())
    .nullable()
    .meta({
      description: 'Types of events that it receives. Null: all types.',
      examples: [['order.filled', 'funding.completed']],
    }),
  description: text('Your own description, or null.', 'Production').nullable(),
  status: word('`enabled` receives events.', [ENABLED, DISABLED]),
  statusReason: z
    .enum(REASONS)
    .nullable()
    .meta({
      description:
        'Why it is disabled: `by_partner`, `by_operator`, `gone` (it returned 410) or `failing` (it accepted nothing for 3 days). Null while it is enabled.',
      examples: [null],
    }),
  createdAt: utcTime('Time of the creation.'),
};

export const webhookEndpoint = object(
  'WebhookEndpoint',
  'An endpoint that receives events.',
  fields,
);

const EXAMPLE_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

export const newWebhookEndpoint = webhookEndpoint
  .extend({ secret: text('Verifies the signatures. Shown once.', EXAMPLE_SECRET) })
  .meta({ id: 'NewWebhookEndpoint', description: 'A new endpoint, with its secret.' });

export const webhookEndpointList = object('WebhookEndpoints', 'Your endpoints, at most 5.', {
  endpoints: list('In the order of their creation.', webhookEndpoint),
});

export const rotatedSecret = object('RotatedWebhookSecret', 'A new secret of an endpoint.', {
  secret: text('The new secret. Shown once.', EXAMPLE_SECRET),
  overlapUntil: utcTime('Time until which the previous secret also signs.'),
});

/** The endpoint as its GET endpoint shows it. */
export const endpointView = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  types: endpoint.types,
  description: endpoint.description,
  status: endpoint.disabled === null ? ENABLED : DISABLED,
  statusReason: endpoint.disabled?.reason ?? null,
  createdAt: endpoint.createdAt,
});

/** The same, from a row. */
export const endpointRowView = ({ id, url, types, description, ...row }: WebhookRow) => ({
  ...{ id, url, types: types?.split(',') ?? null, description },
  ...{ status: row.status, statusReason: row.statusReason, createdAt: row.createdAt },
});
