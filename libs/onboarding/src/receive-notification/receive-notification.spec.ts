import { beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Logger } from '#kernel/logger.js';
import { FootprintIdentity } from '#identity/footprint-identity.js';
import { IdentityUnavailable, PersonUnknown } from '#identity/identity-provider.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { recordSession } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { ReceiveNotification, ReceiveNotificationHandler } from './receive-notification.handler.js';

const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const signer = new Webhook(webhookSecret);

let fixture: ConsoleSession;
let provider: FootprintIdentity;
let warned: unknown[];
let handler: ReceiveNotificationHandler;
let userId: string;

beforeEach(async () => {
  fixture = new ConsoleSession(new InMemoryEventLog());
  provider = new FootprintIdentity({
    ...{ url: 'http://127.0.0.1:9', secretKey: 'sk', playbookKey: 'pb', webhookSecret },
  });
  warned = [];
  const logger = { warn: (about: unknown) => warned.push(about) } as unknown as Logger;
  handler = new ReceiveNotificationHandler(fixture.store, provider, logger);
  userId = await fixture.registered();
});

const bodyOf = (externalId: string) =>
  JSON.stringify({
    ...{ event_kind: 'footprint.onboarding.completed', fp_id: 'fp_id_1' },
    ...{ external_id: externalId, status: 'pass', timestamp: '2026-03-16T12:00:00.123456789Z' },
  });
const deliver = (
  body = bodyOf(userId),
  {
    id = 'msg_1',
    at = new Date(),
    headers = {},
  }: { id?: string; at?: Date; headers?: object } = {},
) => {
  const signed = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'svix-signature': signer.sign(id, at, body),
    ...headers,
  };
  return handler.execute(new ReceiveNotification(signed, Buffer.from(body), 'request-1'));
};
const kept = async (of = userId) =>
  (await fixture.log.read(`onboarding-${of}`)).map(({ type }) => type);

describe('a notification of the identity provider', () => {
  it('is stored and decides nothing', async () => {
    await deliver();
    const [event] = await fixture.log.read(`onboarding-${userId}`);
    expect(event).toMatchObject({
      type: 'OnboardingReported',
      data: { userId, messageId: 'msg_1', providerRef: 'fp_id_1' },
      metadata: { correlationId: 'request-1', causationId: 'msg_1', actor: 'provider:identity' },
    });
    expect((await fixture.store.load(onboardings, userId)).status).toBe('none');
  });
  it('that is older than the current session contains no result of it', async () => {
    const about = { userId, partnerId: fixture.partnerId };
    const session = recordSession(about, new Date(Date.now() + 60_000), null, new Date());
    await fixture.store.transact(onboardings, userId, session, fixture.cause);
    await deliver();
    const [, event] = await fixture.log.read(`onboarding-${userId}`);
    expect(event).toMatchObject({ type: 'OnboardingReported', data: { tellsNoResult: true } });
  });
  it('is stored once after repeated and concurrent deliveries', async () => {
    await Promise.all(Array.from({ length: 3 }, () => deliver()));
    await deliver(bodyOf(userId), { at: new Date(Date.now() + 60_000) });
    expect(await kept()).toEqual(['OnboardingReported']);
  });
  it.each([
    ['without a signature', { 'svix-signature': undefined }],
    ['with a wrong signature', { 'svix-signature': 'v1,AAAA' }],
    ['with another id than the signed one', { 'svix-id': 'msg_2' }],
  ])('%s is refused with 401', async (_, headers) => {
    await expect(deliver(bodyOf(userId), { headers })).rejects.toMatchObject({
      ...{ refusal: 'unauthorized', code: 'signature_invalid' },
    });
    expect(await kept()).toEqual([]);
  });
  it.each([-6, 6])('signed %d minutes from now is refused with 401', async (minutes) => {
    const at = new Date(Date.now() + minutes * 60_000);
    await expect(deliver(bodyOf(userId), { at })).rejects.toMatchObject({
      code: 'signature_invalid',
    });
  });
  it('with a changed body is refused with 401', async () => {
    const signature = signer.sign('msg_1', new Date(), bodyOf(userId));
    const other = bodyOf(userId).replace('pass', 'fail');
    await expect(
      deliver(other, { headers: { 'svix-signature': signature } }),
    ).rejects.toMatchObject({ code: 'signature_invalid' });
  });
  it.each(['[]', '{}', '{"event_kind":1}', 'null', 'no JSON'])(
    'with the signed body %s is rejected with 400, although it is delivered again',
    async (body) => {
      await expect(deliver(body)).rejects.toMatchObject({
        ...{ refusal: 'malformed', code: 'validation_failed' },
        errors: [{ pointer: '', code: 'request_malformed' }],
      });
    },
  );
  const unnamed = () => bodyOf('').replace('"external_id":"",', '');
  it('about a person whom the provider does not know is acknowledged and logged', async () => {
    provider.fetchResult = () => Promise.reject(new PersonUnknown('no such user'));
    await deliver(unnamed());
    expect(warned).toEqual([
      { messageId: 'msg_1', providerRef: 'fp_id_1', correlationId: 'request-1' },
    ]);
  });
  it('that cannot be looked up must be delivered again', async () => {
    provider.fetchResult = () => Promise.reject(new IdentityUnavailable('away'));
    await expect(deliver(unnamed())).rejects.toMatchObject({
      code: 'identity_provider_unavailable',
    });
    expect(warned).toEqual([]);
  });
  it.each([
    ['fail', ['UserRegistered', 'UserWatchListHitReported']],
    ['pass', ['UserRegistered']],
  ])(
    'about a watch-list check that ended with %s is stored for the user',
    async (status, types) => {
      const body = JSON.stringify({
        ...{ event_kind: 'footprint.watchlist_check.completed', fp_id: 'fp_id_1', error: null },
        ...{ external_id: userId, status, timestamp: '2026-03-16T12:00:00.123456789Z' },
      });
      await deliver(body);
      await deliver(body);
      const events = await fixture.log.read(`user-${userId}`);
      expect(events.map(({ type }) => type)).toEqual(types);
      expect(events.at(1)?.data ?? { messageId: 'msg_1' }).toMatchObject({ messageId: 'msg_1' });
    },
  );
  it('about a watch-list hit of a document record is stored for its user', async () => {
    const verificationId = '9b2f6f0e-0d55-4c1f-8a3c-3f0a4f3c2b1d';
    await deliver(
      JSON.stringify({
        ...{ event_kind: 'footprint.watchlist_check.completed', fp_id: 'fp_id_2' },
        ...{ external_id: `${userId}.${verificationId}.c0ffee`, status: 'fail' },
      }),
    );
    const events = await fixture.log.read(`user-${userId}`);
    expect(events.map(({ type }) => type)).toContain('UserWatchListHitReported');
  });
  it('about a person of another customer is acknowledged and not stored', async () => {
    const unknown = '9b2f6f0e-0d55-4c1f-8a3c-3f0a4f3c2b1d';
    await deliver(bodyOf(unknown));
    await deliver(bodyOf('trd_01HZX3'), { id: 'msg_2' });
    expect(await kept(unknown)).toEqual([]);
  });
});
