import { beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBox } from '#platform/core/secret-box.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { IdentityProvider } from '#platform/identity/identity-provider.js';
import { type UserEvent, identityRejected, users } from '#users';
import { recordSession } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { CheckOnboardingProcessor } from './check-onboarding.processor.js';

const about = { userId: 'u-1', partnerId: 'p-1', at: '2026-03-16T12:00:00.000Z' };
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const job = { id: 'u-1', correlationId: 'r-1', causationId: 'e-1' };

const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    ...about,
    externalId: null,
    email: 'ada@users.example',
    firstName: 'Ada',
    lastName: 'Lovelace',
    country: 'USA',
    phone: null,
    dateOfBirth: '1990-12-10',
  },
};
const suspended: UserEvent = {
  type: 'UserSuspended',
  data: { ...about, reason: 'test', from: 'pending_verification' },
};
const reinstated: UserEvent = {
  type: 'UserReinstated',
  data: { ...about, reason: 'test', to: 'active' },
};
const closed: UserEvent = {
  type: 'UserClosed',
  data: { ...about, reason: 'test', from: 'pending_verification' },
};

let store: EventStore;
let word: 'passed' | 'failed' | 'waiting';
/** Dies here when set, once. */
let dying: 'fetchPerson' | null;

const provider: Pick<IdentityProvider, 'resolveUser' | 'fetchResult' | 'fetchPerson'> = {
  resolveUser: async () => 'fp-1',
  fetchResult: async () => ({
    status: word,
    reviewRequired: false,
    checked: true,
    providerStatus: word,
    externalId: 'u-1',
  }),
  fetchPerson: async () => {
    if (dying === 'fetchPerson') {
      dying = null;
      throw new Error('the provider is away');
    }
    return { 'id.first_name': 'Ada', 'id.ssn9': '123456789', 'id.country': 'US' };
  },
};

const check = () => {
  const keys = [{ kid: 'k', key: Buffer.alloc(32, 1) }] as const;
  const secrets = new SecretBox(keys);
  return new CheckOnboardingProcessor(store, provider as IdentityProvider, secrets).process(job);
};
const happened = (...events: UserEvent[]) => store.transact(users, 'u-1', () => events, cause);
const standing = async () => {
  const [user, onboarding, profile] = [
    await store.load(users, 'u-1'),
    await store.load(onboardings, 'u-1'),
    await store.load(traderProfiles, 'u-1'),
  ];
  return { user: user.status, onboarding: onboarding.status, profile: profile !== null };
};

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  word = 'passed';
  dying = null;
  await happened(registered);
  const session = { userId: 'u-1', partnerId: 'p-1' };
  const decision = recordSession(session, new Date('2999-01-01'), new Date());
  await store.transact(onboardings, 'u-1', decision, cause);
});

describe('a pass at the provider', () => {
  it('activates the user and makes the profile', async () => {
    await check();
    expect(await standing()).toEqual({ user: 'active', onboarding: 'passed', profile: true });
  });
  it('makes the profile when it died behind the user', async () => {
    dying = 'fetchPerson';
    await expect(check()).rejects.toThrow('away');
    expect(await standing()).toEqual({ user: 'active', onboarding: 'open', profile: false });
    await check();
    expect(await standing()).toEqual({ user: 'active', onboarding: 'passed', profile: true });
  });
  it('verifies once, whatever was decided elsewhere between two looks', async () => {
    dying = 'fetchPerson';
    await expect(check()).rejects.toThrow('away');
    const from = { by: 'verification', sourceId: 'v-1', decidedAt: new Date() } as const;
    await store.transact(users, 'u-1', identityRejected(from, new Date()), cause);
    await check();
    expect(await store.load(users, 'u-1')).toMatchObject({ identity: { status: 'rejected' } });
  });
  it('waits while the user is suspended, and goes on when reinstated', async () => {
    await happened(suspended);
    await check();
    expect(await standing()).toEqual({ user: 'suspended', onboarding: 'open', profile: false });
    await happened(reinstated);
    await check();
    expect(await standing()).toEqual({ user: 'active', onboarding: 'passed', profile: true });
  });
  it('ends without a profile when the user is closed', async () => {
    await happened(closed);
    await check();
    expect(await standing()).toEqual({ user: 'closed', onboarding: 'passed', profile: false });
  });
});

describe('a failure at the provider', () => {
  it('rejects the identity, and leaves the user waiting', async () => {
    word = 'failed';
    await check();
    await check();
    expect(await standing()).toEqual({
      user: 'pending_verification',
      onboarding: 'failed',
      profile: false,
    });
    expect(await store.load(users, 'u-1')).toMatchObject({
      identity: { status: 'rejected', heard: [expect.stringContaining('rejected:')] },
    });
  });
});
