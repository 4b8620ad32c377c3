import type { Decision } from '#kernel/event-store/stream.js';
import { conflict, notFound } from '#kernel/refused.js';
import type { WebhookEvent } from './endpoint.events.js';
import {
  type DisabledReason,
  type Redelivery,
  type WebhookEndpoint,
  type Webhooks,
  endpointOf,
  isRequested,
} from './endpoint.state.js';

type Decide = Decision<Webhooks, WebhookEvent>;

const ENDPOINTS_MAX = 5;
/** Redeliveries of one endpoint that are not prepared yet. */
const REDELIVERIES_MAX = 10;

export type EndpointSettings = Pick<WebhookEndpoint, 'url' | 'types' | 'description'>;
export type EndpointChange = Partial<EndpointSettings> & {
  readonly status?: 'enabled' | 'disabled';
};

/** @throws {Refused} 404 for an unknown or deleted endpoint */
export const requireEndpoint = (webhooks: Webhooks, endpointId: string): WebhookEndpoint => {
  const endpoint = endpointOf(webhooks, endpointId);
  if (endpoint === null)
    throw notFound('webhook_endpoint_not_found', 'The webhook endpoint does not exist');
  return endpoint;
};

const aboutOf = ({ partnerId, id: endpointId }: WebhookEndpoint, now: Date) => ({
  partnerId,
  endpointId,
  at: now.toISOString(),
});

type Created = EndpointSettings & {
  readonly partnerId: string;
  readonly endpointId: string;
  readonly sealedSecret: string;
  readonly after: bigint;
};

/** Creates the endpoint. A repeat of the request is ignored. */
export const createEndpoint =
  ({ after, ...rest }: Created, now: Date): Decide =>
  ({ endpoints, deleted }) => {
    if ([...endpoints, ...deleted].some(({ id }) => id === rest.endpointId)) return [];
    if (endpoints.length >= ENDPOINTS_MAX)
      throw conflict(
        'webhook_endpoint_limit',
        `A partner has at most ${ENDPOINTS_MAX} webhook endpoints. Delete one first`,
      );
    const data = { ...rest, after: `${after}`, at: now.toISOString() };
    return [{ type: 'WebhookEndpointCreated', data }];
  };

const sameTypes = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * `resumeAfter`: position at which an endpoint that is enabled again continues; null: the first
 * undelivered event.
 */
export const changeEndpoint =
  (endpointId: string, change: EndpointChange, resumeAfter: bigint | null, now: Date): Decide =>
  (webhooks) => {
    const endpoint = requireEndpoint(webhooks, endpointId);
    const about = aboutOf(endpoint, now);
    const { url = endpoint.url, types = endpoint.types, status } = change;
    const { description = endpoint.description } = change;
    const isSame =
      url === endpoint.url &&
      description === endpoint.description &&
      sameTypes(types, endpoint.types);
    const events: WebhookEvent[] = [];
    if (!isSame)
      events.push({ type: 'WebhookEndpointUpdated', data: { ...about, url, types, description } });
    if (status === 'enabled' && endpoint.disabled !== null) {
      const after = resumeAfter === null ? null : `${resumeAfter}`;
      events.push({ type: 'WebhookEndpointEnabled', data: { ...about, after } });
    }
    if (status === 'disabled') events.push(...disabling(endpoint, 'by_partner', now));
    return events;
  };

const disabling = (
  endpoint: WebhookEndpoint,
  reason: DisabledReason,
  now: Date,
  note?: string,
): readonly WebhookEvent[] => {
  // A person's decision replaces the service's, which ends the entry for operators.
  const isSame = endpoint.disabled !== null && !endsReview(endpoint.disabled.reason, reason);
  if (isSame) return [];
  const data = { ...aboutOf(endpoint, now), reason, ...(note === undefined ? {} : { note }) };
  return [{ type: 'WebhookEndpointDisabled', data }];
};

const endsReview = (before: DisabledReason, after: DisabledReason): boolean =>
  ['gone', 'failing'].includes(before) && ['by_partner', 'by_operator'].includes(after);

export const disableEndpoint =
  (endpointId: string, reason: DisabledReason, now: Date, note?: string): Decide =>
  (webhooks) =>
    disabling(requireEndpoint(webhooks, endpointId), reason, now, note);

export const deleteEndpoint =
  (endpointId: string, now: Date): Decide =>
  (webhooks) => [
    {
      type: 'WebhookEndpointDeleted',
      data: aboutOf(requireEndpoint(webhooks, endpointId), now),
    },
  ];

type Rotation = {
  readonly rotationId: string;
  readonly sealedSecret: string;
  readonly overlapS: number;
};

/** Rotates the secret. A repeat of the rotation is ignored. */
export const rotateSecret =
  (endpointId: string, { rotationId, sealedSecret, overlapS }: Rotation, now: Date): Decide =>
  (webhooks) => {
    const endpoint = requireEndpoint(webhooks, endpointId);
    if (endpoint.secrets.some((each) => each.rotationId === rotationId)) return [];
    const overlapUntil = new Date(now.getTime() + overlapS * 1_000).toISOString();
    const data = { ...aboutOf(endpoint, now), rotationId, sealedSecret, overlapUntil };
    return [{ type: 'WebhookSecretRotated', data }];
  };

/**
 * Requests a redelivery. A repeat of the request is ignored.
 * @throws {Refused} 409 if too many wait
 */
export const requestRedelivery =
  (endpointId: string, request: Omit<Redelivery, 'at'>, now: Date): Decide =>
  (webhooks) => {
    const endpoint = requireEndpoint(webhooks, endpointId);
    const { redeliveries } = endpoint;
    if (isRequested(endpoint, request.redeliveryId)) return [];
    if (endpoint.disabled !== null)
      throw conflict('webhook_endpoint_disabled', 'Enable the webhook endpoint first');
    if (redeliveries.length >= REDELIVERIES_MAX)
      throw conflict(
        'too_many_redeliveries',
        `At most ${REDELIVERIES_MAX} requests of an endpoint wait at a time. Try again later`,
      );
    const { after, until, ...rest } = request;
    const range = { after: `${after}`, until: `${until}` };
    const data = { ...aboutOf(endpoint, now), ...rest, ...range };
    return [{ type: 'WebhookRedeliveryRequested', data }];
  };

export const endRedelivery =
  (endpointId: string, redeliveryId: string, now: Date): Decide =>
  (webhooks) => {
    const endpoint = endpointOf(webhooks, endpointId);
    if (!endpoint?.redeliveries.some((each) => each.redeliveryId === redeliveryId)) return [];
    return [
      { type: 'WebhookRedeliveryPrepared', data: { ...aboutOf(endpoint, now), redeliveryId } },
    ];
  };
