import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import {
  type IdentityProvider,
  type IdentityResult,
  IdentityUnavailable,
} from '#identity/identity-provider.js';
import { type RegisteredUser, users } from '#users/user/user.state.js';
import { Died, DyingLog } from '../../../test/support/dying-log.js';
import { CheckVerificationProcessor } from './check-verification/check-verification.processor.js';
import { ConcludeVerificationProcessor } from './conclude-verification/conclude-verification.processor.js';
import {
  DecideVerification,
  DecideVerificationHandler,
} from './decide-verification/decide-verification.handler.js';
import { ExpireVerificationProcessor } from './expire-verification/expire-verification.processor.js';
import { reportVerification } from './report-verification/report-verification.js';
import { SubmitVerificationProcessor } from './submit-verification/submit-verification.processor.js';
import { decideByOperator } from './verification/check.decide.js';
import { documentsFor } from './verification/document-rules.js';
import { recordDocuments, startVerification } from './verification/verification.decide.js';
import { documents } from './verification/verification.examples.js';
import { verifications } from './verification/verification.state.js';

const userId = '11111111-1111-4111-8111-111111111111';
const id = '22222222-2222-4222-8222-222222222222';
const cause = { partnerId: 'p-1', correlationId: 'r', causationId: 'r', actor: 'test' };
const job = { id, correlationId: 'r', causationId: 'r' };

const result = (status: string, reviewRequired = false): IdentityResult => ({
  status: status === 'pass' ? 'passed' : status === 'fail' ? 'failed' : 'waiting',
  reviewRequired,
  checked: status !== 'none',
  providerStatus: status,
});

let log: InMemoryEventLog;
let store: EventStore;
let provider: { result: IdentityResult; checks: number; unavailable: boolean };

const stub = {
  requireReady: () => undefined,
  fetchResult: () =>
    provider.unavailable
      ? Promise.reject(new IdentityUnavailable('unavailable'))
      : Promise.resolve({ ...provider.result, externalId: null }),
  startCheck: () => {
    provider.checks++;
    provider.result = result('pending');
    return provider.unavailable
      ? Promise.reject(new IdentityUnavailable('unavailable'))
      : Promise.resolve(provider.result);
  },
} as unknown as IdentityProvider;

const submit = () => new SubmitVerificationProcessor(store, stub).process(job);
const check = () => new CheckVerificationProcessor(store, stub).process(job);
const conclude = () => new ConcludeVerificationProcessor(store).process(job);
const decide = (outcome: 'approved' | 'rejected', reason = 'Seen in person', of = id) =>
  new DecideVerificationHandler(store).execute(new DecideVerification(of, outcome, 'ada', reason));
const verification = () => store.load(verifications, id);
const user = async () => (await store.load(users, userId)) as RegisteredUser;
const typesOf = async (stream: string) => (await log.read(stream)).map(({ type }) => type);

type Decide = ReturnType<typeof decideByOperator>;

const begin = async (
  verificationType: 'identity' | 'address' = 'identity',
  ttlS = 600,
  verificationId = id,
) => {
  const now = new Date();
  const terms = {
    ...{ verificationId, partnerId: 'p-1', userId, verificationType, country: 'US' },
    documentType: documentsFor(verificationType)[0]!,
    expiresAt: new Date(now.getTime() + ttlS * 1_000).toISOString(),
  };
  await store.transact(verifications, verificationId, startVerification(terms, now), cause);
};
const upload = () =>
  store.transact(verifications, id, recordDocuments('fp-1', documents, new Date()), cause);

beforeEach(async () => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
  provider = { result: result('none'), checks: 0, unavailable: false };
  const at = new Date().toISOString();
  const person = { email: 'a@b.example', firstName: 'Ada', lastName: 'L', country: 'USA' };
  const rest = { externalId: null, phone: null, dateOfBirth: null };
  const data = { userId, partnerId: 'p-1', ...person, ...rest, at };
  await store.transact(users, userId, () => [{ type: 'UserRegistered' as const, data }], cause);
});

describe('a decision', () => {
  it.each([
    ['identity', 'pass', { status: 'active', identity: { status: 'verified' } }],
    ['identity', 'fail', { status: 'pending_verification', identity: { status: 'rejected' } }],
    ['address', 'pass', { status: 'pending_verification', address: { status: 'verified' } }],
    ['address', 'fail', { status: 'pending_verification', address: { status: 'rejected' } }],
  ] as const)(
    '%s, %s: is applied to the user, then ends the verification',
    async (type, word, person) => {
      await begin(type);
      await upload();
      await submit();
      provider.result = result(word);
      await check();
      expect(await verification()).toMatchObject({ status: 'under_review' });
      await conclude();
      expect(await user()).toMatchObject(person);
      expect(await verification()).toMatchObject({
        status: word === 'pass' ? 'approved' : 'rejected',
        decision: { decidedBy: 'provider:identity' },
      });
    },
  );

  it('is recorded once although jobs run twice and in any order', async () => {
    await begin();
    for (const work of [check, conclude, submit]) await work();
    await upload();
    for (const work of [conclude, check, submit, submit]) await work();
    provider.result = result('pass');
    for (const work of [conclude, submit, check, check, conclude, conclude, submit]) await work();
    expect(provider.checks).toBe(1);
    expect(await typesOf(`verification-${id}`)).toEqual([
      'VerificationStarted',
      'VerificationDocumentsUploaded',
      'VerificationCheckStarted',
      'VerificationCheckAccepted',
      'VerificationDecided',
      'VerificationApproved',
    ]);
    expect(await typesOf(`user-${userId}`)).toEqual(['UserRegistered', 'UserIdentityVerified']);
  });

  it.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
  ] as const)(
    'is applied to the user first when the worker dies at append %i, %s it',
    async (n, moment) => {
      await begin();
      await upload();
      await decide('approved');
      const dying = new DyingLog(log);
      dying.dieAt(n, moment);
      const worker = new ConcludeVerificationProcessor(new EventStore(dying));
      await expect(worker.process(job)).rejects.toThrow(Died);
      if ((await verification()).status === 'approved')
        expect(await user()).toMatchObject({ status: 'active' });
      await conclude();
      expect((await verification()).status).toBe('approved');
      expect(await user()).toMatchObject({ status: 'active', identity: { status: 'verified' } });
      expect(await typesOf(`user-${userId}`)).toEqual(['UserRegistered', 'UserIdentityVerified']);
    },
  );

  it.each(['identity', 'address'] as const)(
    'counts by its time, not by its arrival: %s',
    async (type) => {
      const later = '33333333-3333-4333-8333-333333333333';
      const work = new ConcludeVerificationProcessor(store);
      for (const [each, outcome, minute] of [
        [id, 'approved', 1],
        [later, 'rejected', 2],
      ] as const) {
        const now = new Date(`2026-03-16T12:0${minute}:00.000Z`);
        await begin(type, 600, each);
        const change = (decide: Decide) => store.transact(verifications, each, decide, cause);
        await change(recordDocuments('fp-1', documents, new Date()));
        await change(decideByOperator(outcome, 'ada', 'Seen in person', now));
      }
      await work.process({ ...job, id: later });
      await work.process(job);
      expect(await user()).toMatchObject({ [type]: { status: 'rejected' } });
    },
  );

  it('continues when the worker died between the two streams', async () => {
    await begin();
    await upload();
    await decide('approved');
    const before = await verification();
    await conclude();
    const taken = await typesOf(`user-${userId}`);
    // Simulates a job that died before its last append.
    const late = new InMemoryEventLog();
    for (const [stream, keep] of [['user', 9] as const, ['verification', 3] as const])
      await late.append(
        `${stream}-${stream === 'user' ? userId : id}`,
        'no_stream',
        (await log.read(`${stream}-${stream === 'user' ? userId : id}`)).slice(0, keep),
      );
    store = new EventStore(late);
    expect(await verification()).toEqual(before);
    await conclude();
    expect((await verification()).status).toBe('approved');
    expect((await late.read(`user-${userId}`)).map(({ type }) => type)).toEqual(taken);
  });
});

describe('a check', () => {
  it('is requested once by concurrent jobs', async () => {
    await begin();
    await upload();
    await Promise.allSettled(Array.from({ length: 6 }, submit));
    expect(provider.checks).toBe(1);
  });
  it('is found after a lost response and not requested again', async () => {
    await begin();
    await upload();
    provider.unavailable = true;
    await expect(submit()).rejects.toThrow('unavailable');
    provider.unavailable = false;
    await submit();
    expect(provider.checks).toBe(1);
    expect(await verification()).toMatchObject({ checkAccepted: true });
  });
  it('that waits for a reviewer stays under review until the reviewer decides', async () => {
    await begin();
    await upload();
    await submit();
    provider.result = result('pending', true);
    await check();
    await check();
    expect(await verification()).toMatchObject({ status: 'under_review', reviewAwaited: true });
    provider.result = result('fail');
    await check();
    await conclude();
    expect((await verification()).status).toBe('rejected');
  });
});

describe('a check that is unknown to the provider', () => {
  beforeEach(async () => {
    await begin();
    await upload();
  });
  it('needs a reviewer once it was accepted', async () => {
    await submit();
    provider.result = result('none');
    await check();
    expect(await verification()).toMatchObject({ status: 'under_review', reviewAwaited: true });
    provider.result = result('pass');
    await check();
    expect(await verification()).toMatchObject({ decision: { outcome: 'approved' } });
  });
  it('does not need a reviewer before', async () => {
    await check();
    expect(await verification()).toMatchObject({ reviewAwaited: false });
  });
});

describe('a notification', () => {
  const notification = {
    ...{ messageId: 'm-1', kind: 'footprint.onboarding.completed', externalId: null },
    ...{ providerRef: 'fp-1', occurredAt: '2026-03-16T12:00:00Z', hasResult: true },
    isWatchListHit: false,
  };
  const report = (changes: Partial<typeof notification> = {}) =>
    reportVerification(store, id, { ...notification, ...changes }, 'r-2');
  it('is stored once', async () => {
    await begin();
    await upload();
    await report();
    await report();
    expect(await verification()).toMatchObject({ messageIds: ['m-1'] });
  });
  it('about an unrecorded upload or an unknown verification is not stored', async () => {
    await report();
    await begin();
    await upload();
    await report({ providerRef: 'fp-2' });
    expect(await verification()).toMatchObject({ messageIds: [] });
  });
});

describe('an operator', () => {
  it('decides with name and reason, and the provider cannot change the decision', async () => {
    await begin();
    await upload();
    await submit();
    await decide('rejected', 'The photo is of a cat');
    provider.result = result('pass');
    for (const work of [check, conclude, check]) await work();
    expect(await verification()).toMatchObject({
      status: 'rejected',
      decision: { decidedBy: 'operator:ada', reason: 'The photo is of a cat' },
    });
    const recorded = (await log.read(`verification-${id}`)).find(
      ({ type }) => type === 'VerificationDecided',
    );
    expect(recorded?.metadata).toMatchObject({ partnerId: 'p-1', actor: 'operator:ada' });
  });
  it('is refused without a reason and for an unknown verification', async () => {
    await begin();
    await expect(decide('approved', ' ')).rejects.toMatchObject({ code: 'length_invalid' });
    for (const other of ['x', userId])
      await expect(decide('approved', 'so', other)).rejects.toMatchObject({
        code: 'verification_not_found',
      });
    await expect(decide('approved')).rejects.toMatchObject({
      code: 'verification_not_under_review',
    });
  });
});

describe('the expiry', () => {
  const expire = () => new ExpireVerificationProcessor(store).process(job);
  it('ends a verification without documents, once', async () => {
    await expire();
    await begin('identity', 0);
    await expire();
    await expire();
    expect(await typesOf(`verification-${id}`)).toEqual([
      'VerificationStarted',
      'VerificationExpired',
    ]);
  });
  it('keeps a verification before its time', async () => {
    await begin();
    await expire();
    expect((await verification()).status).toBe('pending');
  });
});
