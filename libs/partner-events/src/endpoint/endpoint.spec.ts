import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  endRedelivery,
  requestRedelivery,
  rotateSecret,
} from './endpoint.decide.js';
import {
  created,
  deleted,
  disabled,
  enabled,
  endpointId,
  noon,
  partnerId,
  prepared,
  requested,
  rotated,
} from './endpoint.examples.js';
import { webhookPolicy } from './endpoint.policy.js';
import { endpointOf, signingSecrets, webhooks } from './endpoint.state.js';

const settings = { url: created.data.url, types: null, description: null };
const create = (id = endpointId) =>
  createEndpoint(
    { ...settings, partnerId, endpointId: id, sealedSecret: 'v1.k1.first', after: 7n },
    noon,
  );
const ofId = (id: string) => ({ ...created, data: { ...created.data, endpointId: id } });
const byPerson = { ...disabled, data: { ...disabled.data, reason: 'by_partner' as const } };
const request = {
  redeliveryId: 'd-1',
  kind: 'recover',
  after: 7n,
  until: 9n,
  types: null,
} as const;

describe('an endpoint', () => {
  it('is created', () => given(webhooks).when(create()).then(created));
  it('is created once', () => given(webhooks, created).when(create()).thenNothing());
  it('is not created again after its deletion', () =>
    given(webhooks, created, deleted).when(create()).thenNothing());
  it('is rejected above five endpoints', () =>
    given(webhooks, ...['1', '2', '3', '4', '5'].map(ofId))
      .when(create('6'))
      .thenRefused('webhook_endpoint_limit'));
  it('can replace a deleted endpoint', () =>
    given(webhooks, ...['1', '2', '3', '4', endpointId].map(ofId), deleted)
      .when(create('6'))
      .then(ofId('6')));
  it('is changed', () =>
    given(webhooks, created)
      .when(changeEndpoint(endpointId, { types: ['order.filled'] }, null, noon))
      .then({
        type: 'WebhookEndpointUpdated',
        data: {
          ...{ partnerId, endpointId, at: noon.toISOString() },
          ...{ ...settings, types: ['order.filled'] },
        },
      }));
  it('is not changed to the same', () =>
    given(webhooks, created)
      .when(changeEndpoint(endpointId, { ...settings, status: 'enabled' }, null, noon))
      .thenNothing());
  it('is unknown after its deletion', () =>
    given(webhooks, created, deleted)
      .when(deleteEndpoint(endpointId, noon))
      .thenRefused('webhook_endpoint_not_found'));
});

describe('disabling', () => {
  it('is recorded once', () => {
    given(webhooks, created)
      .when(disableEndpoint(endpointId, 'gone', noon))
      .then(disabled);
    given(webhooks, created, disabled)
      .when(disableEndpoint(endpointId, 'failing', noon))
      .thenNothing();
  });
  it('by a person replaces the disabling by the service', () =>
    given(webhooks, created, disabled)
      .when(disableEndpoint(endpointId, 'by_partner', noon))
      .then(byPerson));
  it('ends when the endpoint is enabled', () =>
    given(webhooks, created, disabled)
      .when(changeEndpoint(endpointId, { status: 'enabled' }, null, noon))
      .then(enabled));
  it('can end at a position', () =>
    given(webhooks, created, disabled)
      .when(changeEndpoint(endpointId, { status: 'enabled' }, 12n, noon))
      .then({ ...enabled, data: { ...enabled.data, after: '12' } }));
});

describe('the secrets that sign', () => {
  const at = (time: string, ...events: Parameters<typeof given>[1][]) =>
    signingSecrets(
      endpointOf(given(webhooks, created, ...(events as never[])).state, endpointId)!,
      new Date(time),
    );
  const rotation = { rotationId: 'r-1', sealedSecret: 'v1.k1.second', overlapS: 3_600 };
  it('are rotated once for each request', () => {
    given(webhooks, created)
      .when(rotateSecret(endpointId, rotation, noon))
      .then(rotated);
    given(webhooks, created, rotated)
      .when(rotateSecret(endpointId, rotation, noon))
      .thenNothing();
  });
  it.each([
    ['before the end of the overlap', '2026-03-16T12:59:59.999Z', ['v1.k1.second', 'v1.k1.first']],
    ['after it', '2026-03-16T13:00:00.000Z', ['v1.k1.second']],
  ])('are known %s', (_, time, expected) => expect(at(time, rotated as never)).toEqual(expected));
});

describe('a request to send events again', () => {
  it('is recorded once, also after it is prepared', () => {
    given(webhooks, created)
      .when(requestRedelivery(endpointId, request, noon))
      .then(requested);
    for (const later of [[requested], [requested, prepared]])
      given(webhooks, created, ...later)
        .when(requestRedelivery(endpointId, request, noon))
        .thenNothing();
  });
  it('is rejected for a disabled endpoint', () =>
    given(webhooks, created, disabled)
      .when(requestRedelivery(endpointId, request, noon))
      .thenRefused('webhook_endpoint_disabled'));
  it('is rejected while ten others wait', () => {
    const ten = Array.from({ length: 10 }, (_, i) => ({
      ...requested,
      data: { ...requested.data, redeliveryId: `x-${i}` },
    }));
    given(webhooks, created, ...ten)
      .when(requestRedelivery(endpointId, request, noon))
      .thenRefused('too_many_redeliveries');
  });
  it('ends once', () => {
    given(webhooks, created, requested)
      .when(endRedelivery(endpointId, 'd-1', noon))
      .then(prepared);
    given(webhooks, created, requested, prepared)
      .when(endRedelivery(endpointId, 'd-1', noon))
      .thenNothing();
  });
});

describe('the job of an endpoint', () => {
  it.each([
    ['is scheduled', created, ['enqueue', 'schedule']],
    ['is scheduled again', enabled, ['enqueue', 'schedule']],
    ['stays when the service disables it', disabled, ['enqueue']],
    ['ends when a person disables it', byPerson, ['enqueue', 'cancel']],
    ['ends when it is deleted', deleted, ['enqueue', 'cancel']],
    ['runs for a request', requested, ['enqueue']],
    ['needs no run for a new secret', rotated, []],
  ])('%s', (_, event, kinds) => {
    const actions = webhookPolicy(event);
    expect(actions.map(({ kind }) => kind)).toEqual(kinds);
    for (const { id } of actions) expect(id).toBe('p-1.w-1');
  });
});
