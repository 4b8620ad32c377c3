import type { Stream } from '#kernel/event-store/stream.js';
import { type WebhookEvent, parseWebhookEvent } from './endpoint.events.js';

type DataOf<Type> = Extract<WebhookEvent, { readonly type: Type }>['data'];

export type DisabledReason = DataOf<'WebhookEndpointDisabled'>['reason'];

type Secret = {
  readonly ciphertext: string;
  /** Id of the rotation; null: the first secret. */
  readonly rotationId: string | null;
  /** Time until which it signs; null: until the next rotation. */
  readonly until: string | null;
};

export type Redelivery = Pick<
  DataOf<'WebhookRedeliveryRequested'>,
  'redeliveryId' | 'kind' | 'types' | 'at'
> & { readonly after: bigint; readonly until: bigint };

export type WebhookEndpoint = {
  readonly id: string;
  readonly partnerId: string;
  readonly url: string;
  /** Null: all types. */
  readonly types: readonly string[] | null;
  readonly description: string | null;
  /** Null while it is enabled. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Settings at the creation, for repeats of the request. */
  readonly first: Pick<
    DataOf<'WebhookEndpointCreated'>,
    'url' | 'types' | 'description' | 'sealedSecret'
  >;
  /** The latest first, at most two. */
  readonly secrets: readonly Secret[];
  /** Deliveries begin after this log position. */
  readonly after: bigint;
  /** Number of times that it was enabled again, and the position of the latest time. */
  readonly resumed: { readonly count: number; readonly after: bigint | null };
  /** Requested redeliveries that are not prepared yet. */
  readonly redeliveries: readonly Redelivery[];
  /** Ids of the latest prepared redeliveries, for repeats of their requests. */
  readonly prepared: readonly string[];
};

export type Webhooks = {
  readonly endpoints: readonly WebhookEndpoint[];
  /** Latest deleted endpoints, for repeats of the request that created one. */
  readonly deleted: readonly WebhookEndpoint[];
};

const DELETED_MAX = 100;
const PREPARED_MAX = 100;

const created = (data: DataOf<'WebhookEndpointCreated'>): WebhookEndpoint => ({
  id: data.endpointId,
  partnerId: data.partnerId,
  url: data.url,
  types: data.types,
  description: data.description,
  disabled: null,
  createdAt: data.at,
  updatedAt: data.at,
  first: data,
  secrets: [{ ciphertext: data.sealedSecret, rotationId: null, until: null }],
  after: BigInt(data.after),
  resumed: { count: 0, after: null },
  redeliveries: [],
  prepared: [],
});

const withSecret = (
  [previous]: readonly Secret[],
  { sealedSecret: ciphertext, rotationId, overlapUntil: until }: DataOf<'WebhookSecretRotated'>,
): readonly Secret[] => [
  { ciphertext, rotationId, until: null },
  ...(previous === undefined ? [] : [{ ...previous, until }]),
];

const changed = (
  endpoint: WebhookEndpoint,
  event: Exclude<WebhookEvent, { type: 'WebhookEndpointCreated' | 'WebhookEndpointDeleted' }>,
): WebhookEndpoint => {
  const updatedAt = event.data.at;
  switch (event.type) {
    case 'WebhookEndpointUpdated': {
      const { url, types, description } = event.data;
      return { ...endpoint, url, types, description, updatedAt };
    }
    case 'WebhookSecretRotated':
      return { ...endpoint, secrets: withSecret(endpoint.secrets, event.data), updatedAt };
    case 'WebhookEndpointDisabled': {
      const { reason, at } = event.data;
      return { ...endpoint, disabled: { reason, at }, updatedAt };
    }
    case 'WebhookEndpointEnabled': {
      const after = event.data.after === null ? null : BigInt(event.data.after);
      const resumed = { count: endpoint.resumed.count + 1, after };
      return { ...endpoint, disabled: null, resumed, updatedAt };
    }
    case 'WebhookRedeliveryRequested': {
      const { redeliveryId, kind, types, at, after, until } = event.data;
      const range = { after: BigInt(after), until: BigInt(until) };
      const added = { redeliveryId, kind, types, at, ...range };
      return { ...endpoint, redeliveries: [...endpoint.redeliveries, added] };
    }
    case 'WebhookRedeliveryPrepared': {
      const { redeliveryId } = event.data;
      const rest = endpoint.redeliveries.filter((each) => each.redeliveryId !== redeliveryId);
      const prepared = [...endpoint.prepared, redeliveryId].slice(-PREPARED_MAX);
      return { ...endpoint, redeliveries: rest, prepared };
    }
  }
};

const evolve = ({ endpoints, deleted }: Webhooks, event: WebhookEvent): Webhooks => {
  const { endpointId } = event.data;
  switch (event.type) {
    case 'WebhookEndpointCreated':
      return { endpoints: [...endpoints, created(event.data)], deleted };
    case 'WebhookEndpointDeleted':
      return {
        endpoints: endpoints.filter(({ id }) => id !== endpointId),
        deleted: [...deleted, ...endpoints.filter(({ id }) => id === endpointId)].slice(
          -DELETED_MAX,
        ),
      };
    case 'WebhookEndpointUpdated':
    case 'WebhookSecretRotated':
    case 'WebhookEndpointDisabled':
    case 'WebhookEndpointEnabled':
    case 'WebhookRedeliveryRequested':
    case 'WebhookRedeliveryPrepared':
      return {
        endpoints: endpoints.map((each) => (each.id === endpointId ? changed(each, event) : each)),
        deleted,
      };
  }
};

/** The endpoints of one partner. The stream's id is the partner's. */
export const webhooks: Stream<Webhooks, WebhookEvent> = {
  category: 'webhooks',
  initial: { endpoints: [], deleted: [] },
  evolve,
  parse: parseWebhookEvent,
};

/** Null for an unknown or deleted endpoint. */
export const endpointOf = ({ endpoints }: Webhooks, id: string): WebhookEndpoint | null =>
  endpoints.find((each) => each.id === id.toLowerCase()) ?? null;

/** Whether the service disabled it, so that operators see it. */
export const isDisabledByService = ({ disabled }: WebhookEndpoint): boolean =>
  disabled !== null && ['gone', 'failing'].includes(disabled.reason);

/** Encrypted secrets that sign at this time, the latest first. */
export const signingSecrets = ({ secrets }: WebhookEndpoint, now: Date): readonly string[] =>
  secrets
    .filter(({ until }) => until === null || now < new Date(until))
    .map(({ ciphertext }) => ciphertext);

/** Context that an encrypted secret is bound to: it does not decrypt for another endpoint. */
export const boundTo = (endpointId: string): string => `webhook:${endpointId}`;

/** Id of the job that delivers to an endpoint. */
export const deliveryJobId = (partnerId: string, endpointId: string): string =>
  `${partnerId}.${endpointId}`;

/** Inverse of `deliveryJobId`. */
export const parseDeliveryJobId = (id: string) => {
  const [partnerId = '', endpointId = ''] = id.split('.');
  return { partnerId, endpointId };
};

/** Whether a redelivery was requested, also if it is prepared. */
export const isRequested = (
  { redeliveries, prepared }: WebhookEndpoint,
  redeliveryId: string,
): boolean =>
  prepared.includes(redeliveryId) ||
  redeliveries.some((each) => each.redeliveryId === redeliveryId);
