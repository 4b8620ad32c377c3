import type { WebhookEvent } from './endpoint.events.js';

/** One canonical example of each event, for every spec that needs one. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
export const partnerId = 'p-1';
export const endpointId = 'w-1';
const about = { partnerId, endpointId, at: noon.toISOString() };
const settings = { url: 'https://hooks.acme.example/', types: null, description: null };

type Of<Type> = Extract<WebhookEvent, { readonly type: Type }>;

export const created: Of<'WebhookEndpointCreated'> = {
  type: 'WebhookEndpointCreated',
  data: { ...about, ...settings, sealedSecret: 'v1.k1.first', after: '7' },
};
export const rotated: Of<'WebhookSecretRotated'> = {
  type: 'WebhookSecretRotated',
  data: {
    ...about,
    rotationId: 'r-1',
    sealedSecret: 'v1.k1.second',
    overlapUntil: '2026-03-16T13:00:00.000Z',
  },
};
export const disabled: Of<'WebhookEndpointDisabled'> = {
  type: 'WebhookEndpointDisabled',
  data: { ...about, reason: 'gone' },
};
export const enabled: Of<'WebhookEndpointEnabled'> = {
  type: 'WebhookEndpointEnabled',
  data: { ...about, after: null },
};
export const deleted: Of<'WebhookEndpointDeleted'> = {
  type: 'WebhookEndpointDeleted',
  data: about,
};
export const requested: Of<'WebhookRedeliveryRequested'> = {
  type: 'WebhookRedeliveryRequested',
  data: { ...about, redeliveryId: 'd-1', kind: 'recover', after: '7', until: '9', types: null },
};
export const prepared: Of<'WebhookRedeliveryPrepared'> = {
  type: 'WebhookRedeliveryPrepared',
  data: { ...about, redeliveryId: 'd-1' },
};
