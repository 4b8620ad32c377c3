import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import {
  type IdentityProvider,
  type IdentityResult,
  PersonUnknown,
} from '#identity/identity-provider.js';
import { type RegisteredUser, users } from '#users/user/user.state.js';
import type { UserEvent } from '#users/user/user.events.js';
import { identityRejected } from '#users/user/verification-result.decide.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { Died, DyingLog } from '../../../../test/support/dying-log.js';
import { recordReport, recordSession } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { recordAccount } from '../trader-profile/trader-profile.decide.js';
import { taxIdOf } from '../trader-profile/encrypted-profile.js';
import { personIn, traderProfiles } from '../trader-profile/trader-profile.state.js';
import { CheckOnboardingProcessor } from './check-onboarding.processor.js';

const HOUR_MS = 60 * 60 * 1_000;
const secrets = new SecretCipher([{ kid: 'k', key: randomBytes(32) }]);

let log: DyingLog;
let fixture: ConsoleSession;
let processor: CheckOnboardingProcessor;
let userId: string;
let providerResult: IdentityResult['status'] | 'review' | 'unknown';
let person: Record<string, string>;

beforeEach(async () => {
  log = new DyingLog(new InMemoryEventLog());
  fixture = new ConsoleSession(log);
  providerResult = 'waiting';
  person = { 'id.ssn9': '123-45-6789', 'id.address_line1': 'P.O. Box 1' };
  const provider: Partial<IdentityProvider> = {
    resolveUser: (externalId) => Promise.resolve(`fp-${externalId}`),
    fetchResult: () =>
      providerResult === 'unknown'
        ? Promise.reject(new PersonUnknown('no such person'))
        : Promise.resolve({
            status: providerResult === 'review' ? 'waiting' : providerResult,
            reviewRequired: providerResult === 'review',
            checked: true,
            providerStatus: providerResult,
            externalId: userId,
          }),
    fetchPerson: () => Promise.resolve(person),
  };
  processor = new CheckOnboardingProcessor(fixture.store, provider as IdentityProvider, secrets);
  userId = await fixture.registered();
});

const about = () => ({ userId, partnerId: fixture.partnerId });
const issue = (expiresInMs = HOUR_MS, refused = false) =>
  fixture.store.transact(
    onboardings,
    userId,
    recordSession(
      about(),
      new Date(Date.now() + expiresInMs),
      refused ? 'refused' : null,
      new Date(),
    ),
    fixture.cause,
  );
const report = async ({ agoMs = 0, hasResult = true } = {}) => {
  const occurredAt = new Date(Date.now() - agoMs).toISOString();
  const said = { ...about(), messageId: randomUUID(), kind: 'k', providerRef: 'fp-1' };
  const decision = recordReport(said, { occurredAt, hasResult }, new Date());
  await fixture.store.transact(onboardings, userId, decision, fixture.cause);
};
const check = (result: typeof providerResult) => {
  providerResult = result;
  return processor.process({ id: userId, correlationId: 'c-1', causationId: 'c-1' });
};
const refuseAccount = () =>
  fixture.store.transact(
    traderProfiles,
    userId,
    recordAccount({ kind: 'refused', reason: 'P.O. Box' }, new Date()),
    fixture.cause,
  );
const onboarding = () => fixture.store.load(onboardings, userId);
const profile = () => fixture.store.load(traderProfiles, userId);
const user = async () => (await fixture.store.load(users, userId)) as RegisteredUser;
const happened = (type: 'UserSuspended' | 'UserReinstated' | 'UserClosed') => {
  const data = { ...about(), reason: 'test', at: new Date().toISOString() };
  const event = { type, data: { ...data, from: 'active', to: 'active' } } as UserEvent;
  return fixture.store.transact(users, userId, () => [event], fixture.cause);
};
const types = async (stream: string) =>
  (await log.read(`${stream}-${userId}`)).map(({ type }) => type);

describe('a passed check', () => {
  it('creates the profile, activates the user, and is then recorded', async () => {
    await issue();
    await report();
    await check('passed');
    expect((await onboarding()).status).toBe('passed');
    expect(await user()).toMatchObject({ status: 'active', identity: { status: 'verified' } });
    const created = await profile();
    expect(created).toMatchObject({
      userId,
      taxIdMasked: '*****6789',
      account: { kind: 'requested' },
    });
    expect(taxIdOf(personIn(created!)!, secrets)).toBe('123456789');
  });
  it('does not store the tax id in plaintext', async () => {
    await issue();
    await check('passed');
    const events = await log.read(`profile-${userId}`);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/123-?45-?6789/);
  });
  it.each([
    ['id.dob', '2020-01-01', 'dateOfBirth'],
    ['id.dob', '1850-01-01', 'dateOfBirth'],
    ['id.dob', 'long ago', 'dateOfBirth'],
    ['id.city', 'a\u0000b', 'city'],
    ['id.city', 'a'.repeat(256), 'city'],
    ['id.first_name', '\u3164', 'legalFirstName'],
    ['id.address_line1', '\u202eexe.x', 'residentialAddress'],
    ['id.email', '["a@b.example"]', 'emailAddress'],
    ['custom.trusted_contact_email', 'not an e-mail', 'trustedContactEmailAddress'],
    ['id.phone_number', 'javascript:alert(1)', 'phone'],
    ['custom.trusted_contact_phone', '1', 'trustedContactPhoneNumber'],
    ['id.ssn9', '1234', 'taxId'],
    ['id.ssn9', '1'.repeat(31), 'taxId'],
    ['id.ssn9', '{"a":1}', 'taxId'],
  ])('of a person whose %s is %j needs an operator and changes nothing', async (at, is, field) => {
    await issue();
    person = { ...person, [at]: is };
    await expect(check('passed')).rejects.toThrow(NeedsOperator);
    await expect(check('passed')).rejects.toThrow(`(${field})`);
    expect([await profile(), (await onboarding()).status]).toEqual([null, 'open']);
    expect((await user()).status).toBe('pending_verification');
  });
  describe('with the record of another user', () => {
    let first: string;
    beforeEach(async () => {
      await issue();
      await report();
      await check('passed');
      first = userId;
      userId = await fixture.registered();
      await issue();
      await report();
    });

    it('needs an operator and changes nothing', async () => {
      await expect(check('passed')).rejects.toThrow(NeedsOperator);
      await expect(check('passed')).rejects.toThrow(first);
      expect([await profile(), (await onboarding()).status]).toEqual([null, 'open']);
      expect((await user()).status).toBe('pending_verification');
    });
    it('counts once the other user is closed', async () => {
      const second = userId;
      userId = first;
      await happened('UserClosed');
      userId = second;
      await check('passed');
      expect((await user()).status).toBe('active');
      await check('passed');
      expect(await types('profile')).toEqual(['TraderProfileCreated']);
    });
  });
  it('is found without a notification and checked once', async () => {
    await issue();
    await check('passed');
    await check('passed');
    expect(await types('profile')).toEqual(['TraderProfileCreated']);
    expect(await types('onboarding')).toEqual(['OnboardingSessionIssued', 'OnboardingPassed']);
  });
  it('is processed if the notification arrives before the session is recorded', async () => {
    await report();
    await check('passed');
    expect((await onboarding()).status).toBe('passed');
  });
  it('is recorded once when the worker dies at any step', async () => {
    await issue();
    for (const nth of [1, 2, 3, 4])
      for (const moment of ['before', 'after'] as const) {
        log.dieAt(nth, moment);
        await check('passed').catch((error: unknown) => expect(error).toBeInstanceOf(Died));
        log.liveOn();
      }
    await check('passed');
    expect(await types('profile')).toEqual(['TraderProfileCreated']);
    expect((await types('user')).filter((type) => type === 'UserIdentityVerified')).toHaveLength(1);
    expect((await onboarding()).status).toBe('passed');
  });
  it('verifies once, although another decision came between two reads', async () => {
    await issue();
    log.dieAt(2, 'after');
    await expect(check('passed')).rejects.toThrow(Died);
    const from = { by: 'verification', sourceId: 'v-1', decidedAt: new Date() } as const;
    const rejected = identityRejected(from, new Date());
    await fixture.store.transact(users, userId, rejected, fixture.cause);
    await check('passed');
    expect(await user()).toMatchObject({ status: 'active', identity: { status: 'rejected' } });
    expect((await onboarding()).status).toBe('passed');
  });
  it('does not change an existing profile', async () => {
    await issue();
    await issue();
    await check('passed');
    person = { ...person, 'id.address_line1': '1 Market Street' };
    await report();
    await check('passed');
    expect(await profile()).toMatchObject({ residentialAddress: 'P.O. Box 1' });
    expect(await types('profile')).toHaveLength(1);
  });
  it('of an unknown user is ignored', async () => {
    userId = randomUUID();
    await check('passed');
    expect(await types('onboarding')).toEqual([]);
  });
});

describe('a passed check and an operator', () => {
  it('wait until the suspended user is reinstated', async () => {
    await issue();
    await happened('UserSuspended');
    await check('passed');
    await check('passed');
    expect([(await onboarding()).status, await profile()]).toEqual(['open', null]);
    await happened('UserReinstated');
    await check('passed');
    expect(await user()).toMatchObject({ status: 'active', identity: { status: 'verified' } });
    expect((await onboarding()).status).toBe('passed');
    expect((await profile())?.account.kind).toBe('requested');
  });
  it('end without a profile when the user is closed', async () => {
    await issue();
    await happened('UserClosed');
    await check('passed');
    expect([(await onboarding()).status, await profile()]).toEqual(['passed', null]);
    expect((await user()).status).toBe('closed');
  });
});

describe('a check without a pass, of a closed user,', () => {
  it.each(['waiting', 'review', 'failed', 'unknown'] as const)(
    'ends while it is %s',
    async (what) => {
      await issue();
      await check('review');
      await happened('UserClosed');
      await check(what);
      await check(what);
      await check(what);
      const ends = (await types('onboarding')).filter(
        (type) => type === 'OnboardingSessionExpired',
      );
      expect(ends).toHaveLength(1);
    },
  );
  it('ends if the record belongs to another user', async () => {
    await issue();
    await report();
    await check('passed');
    userId = await fixture.registered();
    await issue();
    await report();
    await happened('UserClosed');
    await check('passed');
    expect((await onboarding()).watchEnded).toBe(true);
  });
  it('continues for other users', async () => {
    await issue();
    await expect(check('unknown')).rejects.toThrow(PersonUnknown);
  });
});

describe('a failed check', () => {
  it('rejects the identity, and a later session may pass', async () => {
    await issue();
    await report();
    await check('failed');
    expect((await onboarding()).status).toBe('failed');
    expect(await user()).toMatchObject({
      ...{ status: 'pending_verification', identity: { status: 'rejected' } },
    });
    await issue(2 * HOUR_MS);
    await report();
    await check('passed');
    expect(await user()).toMatchObject({ status: 'active', identity: { status: 'verified' } });
  });
  it('is not counted again during the next session', async () => {
    await issue();
    await check('failed');
    await issue(2 * HOUR_MS);
    await check('failed');
    await check('failed');
    expect((await onboarding()).status).toBe('open');
    await check('passed');
    expect((await onboarding()).status).toBe('passed');
  });
  it.each([
    ['comes late', { agoMs: HOUR_MS }],
    ['contains no result', { hasResult: false }],
  ])('is not counted again when a notification %s', async (_, said) => {
    await issue();
    await check('failed');
    await issue(2 * HOUR_MS);
    await report(said);
    await check('failed');
    expect((await onboarding()).status).toBe('open');
    await report();
    await check('failed');
    expect((await onboarding()).status).toBe('failed');
  });
  it('of the next session counts when it is reported', async () => {
    await issue();
    await check('failed');
    await issue(2 * HOUR_MS);
    await report();
    await check('failed');
    expect((await types('onboarding')).filter((type) => type === 'OnboardingFailed')).toHaveLength(
      2,
    );
  });
  it('may change until the session ends', async () => {
    await issue();
    await check('failed');
    await check('failed');
    await check('passed');
    expect((await onboarding()).status).toBe('passed');
  });
});

describe('a check without a result', () => {
  it('waits', async () => {
    await issue();
    await check('waiting');
    expect(await types('onboarding')).toEqual(['OnboardingSessionIssued']);
  });
  it.each(['waiting', 'failed'] as const)('ends with its session while it is %s', async (what) => {
    await issue(-1);
    await check(what);
    await check(what);
    await check(what);
    const [, ...after] = await types('onboarding');
    const failures = what === 'failed' ? ['OnboardingFailed'] : [];
    expect(after).toEqual([...failures, 'OnboardingSessionExpired']);
  });
  it('waits for a reviewer beyond the end of the session', async () => {
    await issue(-1);
    await check('review');
    await check('review');
    expect((await onboarding()).status).toBe('in_review');
    await check('passed');
    expect((await onboarding()).status).toBe('passed');
  });
});

describe('onboarding again after the broker refused the account', () => {
  const refusedBefore = async () => {
    await issue();
    await check('passed');
    await refuseAccount();
    await issue(2 * HOUR_MS, true);
  };
  it('waits while the provider repeats the earlier result', async () => {
    await refusedBefore();
    await check('passed');
    expect((await onboarding()).status).toBe('open');
    expect(await types('profile')).toHaveLength(2);
  });
  it.each([
    ['comes late', { agoMs: HOUR_MS }],
    ['contains no result', { hasResult: false }],
  ])('waits for the user when a notification %s', async (_, said) => {
    await refusedBefore();
    await report(said);
    await check('passed');
    expect((await profile())?.account.kind).toBe('refused');
    person = { ...person, 'id.address_line1': '1 Market Street' };
    await report();
    await check('passed');
    expect(await profile()).toMatchObject({ residentialAddress: '1 Market Street' });
  });
  it('applies again with the current details of the user', async () => {
    await refusedBefore();
    person = { ...person, 'id.address_line1': '1 Market Street' };
    await report();
    await check('passed');
    expect(await profile()).toMatchObject({
      ...{ residentialAddress: '1 Market Street', account: { kind: 'requested' }, attempts: 0 },
    });
    expect((await onboarding()).status).toBe('passed');
  });
  it('applies again without a notification', async () => {
    await refusedBefore();
    person = { ...person, 'id.address_line1': '1 Market Street' };
    await check('passed');
    expect((await profile())?.account.kind).toBe('requested');
  });
  it('applies again with the same details when the user completed the session', async () => {
    await refusedBefore();
    await report();
    await check('passed');
    expect((await profile())?.account.kind).toBe('requested');
  });
  it.each([1, 2])('applies once when the worker dies after write %d', async (nth) => {
    await refusedBefore();
    person = { ...person, 'id.address_line1': '1 Market Street' };
    log.dieAt(nth, 'after');
    await expect(check('passed')).rejects.toThrow(Died);
    await check('passed');
    expect(
      (await types('profile')).filter((type) => type === 'TraderProfileReplaced'),
    ).toHaveLength(1);
    expect((await onboarding()).status).toBe('passed');
  });
  it('waits while the user is suspended, and applies once reinstated', async () => {
    await refusedBefore();
    await report();
    await happened('UserSuspended');
    await check('passed');
    expect((await profile())?.account.kind).toBe('refused');
    await happened('UserReinstated');
    await check('passed');
    expect((await profile())?.account.kind).toBe('requested');
  });
});

describe('a result that is reported after the pass', () => {
  beforeEach(async () => {
    await issue();
    await report();
    await check('passed');
  });
  const openSince = async () => (await user()).watchListHits.openSince;

  it.each([['failed' as const], ['review' as const]])(
    'and is %s now is a watch-list hit; everything else stays',
    async (what) => {
      const before = await user();
      await report();
      await check(what);
      expect(await openSince()).toEqual(expect.any(String));
      expect(await user()).toMatchObject({ status: before.status, identity: before.identity });
      expect((await onboarding()).status).toBe('passed');
      expect((await types('onboarding')).slice(-2)).toEqual([
        'OnboardingReported',
        'OnboardingRechecked',
      ]);
    },
  );
  it('and is still a pass is not a hit', async () => {
    await report();
    await check('passed');
    expect(await openSince()).toBeNull();
    expect((await types('onboarding')).at(-1)).toBe('OnboardingRechecked');
  });
  it('is read once, and only after a notification', async () => {
    await check('failed');
    expect(await openSince()).toBeNull();
    await report();
    await check('passed');
    await check('failed');
    expect(await openSince()).toBeNull();
  });
  it('of a closed user is not read', async () => {
    await report();
    await happened('UserClosed');
    await check('unknown');
    expect((await types('onboarding')).at(-1)).toBe('OnboardingRechecked');
  });
  it('is read again after the worker died in between', async () => {
    await report();
    log.dieAt(1, 'after');
    await expect(check('failed')).rejects.toThrow(Died);
    await check('failed');
    expect(
      (await types('user')).filter((type) => type === 'UserWatchListHitReported'),
    ).toHaveLength(1);
    expect((await types('onboarding')).at(-1)).toBe('OnboardingRechecked');
  });
});
