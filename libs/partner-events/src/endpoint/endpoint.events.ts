import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { partnerId: z.string(), endpointId: z.string(), at: z.string() };
/** Log position as decimal text. */
const position = z.string().regex(/^-?\d+$/);
/** Types of events; null: all. */
const types = z.array(z.string()).readonly().nullable();
const settings = { url: z.string(), types, description: z.string().nullable() };

const schemas = {
  /** `sealedSecret` is encrypted and bound to the endpoint. Events after `after` are delivered. */
  WebhookEndpointCreated: z.object({
    ...about,
    ...settings,
    sealedSecret: z.string(),
    after: position,
  }),
  /** The settings after a change. */
  WebhookEndpointUpdated: z.object({ ...about, ...settings }),
  /** A new secret. The previous one also signs until `overlapUntil`. */
  WebhookSecretRotated: z.object({
    ...about,
    rotationId: z.string(),
    sealedSecret: z.string(),
    overlapUntil: z.string(),
  }),
  /** Deliveries stop. `note`: an operator's reason. */
  WebhookEndpointDisabled: z.object({
    ...about,
    reason: z.enum(['by_partner', 'by_operator', 'gone', 'failing']),
    note: z.string().optional(),
  }),
  /** Delivery continues after `after`; null: at the first undelivered event. */
  WebhookEndpointEnabled: z.object({ ...about, after: position.nullable() }),
  /** Its deliveries end. */
  WebhookEndpointDeleted: z.object(about),
  /**
   * Requests events of the feed again, after `after` and up to `until`. `recover`: the undelivered
   * ones; `replay`: all.
   */
  WebhookRedeliveryRequested: z.object({
    ...about,
    redeliveryId: z.string(),
    kind: z.enum(['recover', 'replay']),
    after: position,
    until: position,
    types,
  }),
  /** Each event of the request is in the list of deliveries. */
  WebhookRedeliveryPrepared: z.object({ ...about, redeliveryId: z.string() }),
};

export type WebhookEvent = EventOf<typeof schemas>;
export const parseWebhookEvent = parserOf('webhooks', schemas);
