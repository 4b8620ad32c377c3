import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { FootprintIdentity } from './footprint-identity.js';
import { NotificationRejected, NotificationUnreadable } from './identity-provider.js';

const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const identity = new FootprintIdentity({
  url: 'http://127.0.0.1:9',
  secretKey: 'sk_test_x',
  playbookKey: 'pb_test_x',
  webhookSecret,
});

/** The provider's published example, and two made from its documented events. */
const vectors = {
  sample: {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  completed: {
    id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
    timestamp: '1767225600',
    body: '{"event_kind":"footprint.onboarding.completed","external_id":"trd_01HZX3","fp_id":"fp_id_GSxJr68GAf5jUT3pdL9ndjf7TLkA3GCX","is_live":false,"onboarding_id":"ob_SRFT2a1mN7DAWJ0VPXkiqK","playbook_key":"pb_test_QoEYTOve49Q2IAmaKVYnPs","requires_manual_review":false,"status":"pass","timestamp":"2026-01-01T00:00:00Z"}',
    signature: 'v1,wTB0iASvcpOeHmb84etPLAI/nFTiAU3zR5nGhoQGtEA=',
  },
  review: {
    id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4X',
    timestamp: '1767225660',
    body: '{"event_kind":"footprint.user.manual_review","external_id":"trd_01HZX3","fp_id":"fp_id_GSxJr68GAf5jUT3pdL9ndjf7TLkA3GCX","is_live":false,"timestamp":"2026-01-01T00:01:00Z"}',
    signature: 'v1,j5Zv+8LaSyeGsGPw1d2if7tcXFNLOoA4HA43Cinv05Y=',
  },
};

type Vector = typeof vectors.sample;

const headersOf = ({ id, timestamp, signature }: Vector, prefix = 'svix') => ({
  [`${prefix}-id`]: id,
  [`${prefix}-timestamp`]: timestamp,
  [`${prefix}-signature`]: signature,
});

const verify = (vector: Vector, headers: Record<string, string | string[]> = headersOf(vector)) =>
  identity.verifyNotification(headers, Buffer.from(vector.body));

const at = (vector: Vector, offsetS = 0): void => {
  jest.useFakeTimers({ now: (Number(vector.timestamp) + offsetS) * 1000 });
};

afterEach(() => {
  jest.useRealTimers();
});

const signed = (content: object): Vector => {
  const body = JSON.stringify(content);
  const { id, timestamp } = vectors.completed;
  const sentAt = new Date(Number(timestamp) * 1000);
  return { id, timestamp, body, signature: new Webhook(webhookSecret).sign(id, sentAt, body) };
};

describe('a notification', () => {
  it.each(['svix', 'webhook'])('is read with the prefix %s', (prefix) => {
    at(vectors.completed);
    expect(verify(vectors.completed, headersOf(vectors.completed, prefix))).toEqual({
      messageId: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
      kind: 'footprint.onboarding.completed',
      externalId: 'trd_01HZX3',
      providerRef: 'fp_id_GSxJr68GAf5jUT3pdL9ndjf7TLkA3GCX',
      occurredAt: '2026-01-01T00:00:00Z',
      hasResult: true,
      isWatchListHit: false,
    });
    expect(verify(vectors.review, headersOf(vectors.review, prefix)).kind).toBe(
      'footprint.user.manual_review',
    );
  });

  it('may have several signatures, one of which is valid', () => {
    at(vectors.review);
    const signature = `v1,AAAA v2,${'A'.repeat(44)} ${vectors.review.signature}`;
    expect(verify({ ...vectors.review, signature })).toHaveProperty('externalId', 'trd_01HZX3');
  });

  it('may lack the external id and the time', () => {
    at(vectors.completed);
    const event = { event_kind: 'new.kind', fp_id: 'fp_id_1', surprise: { deep: true } };
    const bare = {
      messageId: vectors.completed.id,
      kind: 'new.kind',
      externalId: null,
      providerRef: 'fp_id_1',
      occurredAt: '2026-01-01T00:00:00.000Z',
      hasResult: true,
      isWatchListHit: false,
    };
    expect(verify(signed(event))).toEqual(bare);
    const timestamp = '2026-01-01T00:00:40.240470542Z';
    expect(verify(signed({ ...event, external_id: null, timestamp }))).toEqual({
      ...bare,
      occurredAt: timestamp,
    });
  });

  it.each([
    ['footprint.onboarding.completed', true],
    ['footprint.onboarding.status_changed', true],
    ['footprint.user.manual_review', true],
    ['footprint.user.info_requested', false],
    ['footprint.vault.updated', false],
    ['footprint.watchlist_check.completed', false],
    ['footprint.user.bank_link_updated', false],
  ])('of the kind %s may report a result: %s', (event_kind, hasResult) => {
    at(vectors.completed);
    const event = { event_kind, fp_id: 'fp_id_1' };
    expect(verify(signed(event))).toMatchObject({ kind: event_kind, hasResult });
  });

  it.each([
    ['footprint.watchlist_check.completed', 'fail', true],
    ['footprint.watchlist_check.completed', 'pass', false],
    ['footprint.watchlist_check.completed', 'error', false],
    ['footprint.watchlist_check.completed', 'not_needed', false],
    ['footprint.watchlist_check.completed', undefined, false],
    ['footprint.onboarding.completed', 'fail', false],
  ])('of the kind %s with the status %s reports a watch-list hit: %s', (kind, status, isHit) => {
    at(vectors.completed);
    const event = { event_kind: kind, fp_id: 'fp_id_1', status };
    expect(verify(signed(event))).toMatchObject({ isWatchListHit: isHit });
  });

  it('is valid for five minutes in both directions', () => {
    for (const offsetS of [-300, 300]) {
      at(vectors.completed, offsetS);
      expect(verify(vectors.completed)).toHaveProperty('messageId', vectors.completed.id);
    }
    for (const offsetS of [-301, 301]) {
      at(vectors.completed, offsetS);
      expect(() => verify(vectors.completed)).toThrow(NotificationRejected);
    }
  });

  it('is rejected for its content only with a valid signature', () => {
    at(vectors.sample);
    expect(() => verify(vectors.sample)).toThrow('the signed content is not a readable event');
    const other = { ...vectors.sample, body: '{"test":2432232314}' };
    expect(() => verify(other)).toThrow('the signature is missing, wrong or stale');
  });

  it.each(['fp_id_'.repeat(100), 'fp id', 'fp\u202e'])(
    'with an impossible record id is rejected: %j',
    (fp_id) => {
      const vector = signed({ event_kind: 'footprint.onboarding.completed', fp_id });
      at(vectors.completed);
      expect(() => verify(vector)).toThrow(NotificationUnreadable);
    },
  );

  it.each<[string, Vector]>([
    ['another id', { ...vectors.completed, id: 'msg_other' }],
    ['another time', { ...vectors.completed, timestamp: '1767225601' }],
    ['an invalid time', { ...vectors.completed, timestamp: 'now' }],
    ['another body', { ...vectors.completed, body: vectors.review.body }],
    ['another signature', { ...vectors.completed, signature: vectors.review.signature }],
    ['half a signature', { ...vectors.completed, signature: 'v1' }],
    ['no signature', { ...vectors.completed, signature: '' }],
  ])('is rejected with %s', (_, vector) => {
    at(vectors.completed);
    expect(() => verify(vector)).toThrow(NotificationRejected);
  });

  it('is rejected with missing, mixed or duplicate headers', () => {
    at(vectors.completed);
    const { id, timestamp, signature } = vectors.completed;
    const svix = headersOf(vectors.completed);
    const mixed = { 'svix-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    const duplicate = { ...svix, 'svix-signature': [signature, signature] };
    for (const headers of [{}, mixed, duplicate])
      expect(() => verify(vectors.completed, headers)).toThrow(NotificationRejected);
  });
});
