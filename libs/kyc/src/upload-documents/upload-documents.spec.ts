import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Logger } from '#kernel/logger.js';
import { causeOf } from '#http/caller.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import {
  type DocumentImage,
  type IdentityProvider,
  IdentityUnavailable,
  ImageRefused,
} from '#identity/identity-provider.js';
import { subjectOf } from '#identity/identity-subject.js';
import { users } from '#users/user/user.state.js';
import { recordEffect, recordFinding } from '../verification/check.decide.js';
import { startVerification } from '../verification/verification.decide.js';
import { isStarted, verifications } from '../verification/verification.state.js';
import { UploadDocuments, UploadDocumentsHandler } from './upload-documents.handler.js';

const userId = '11111111-1111-4111-8111-111111111111';
const id = '22222222-2222-4222-8222-222222222222';
const other = {
  userId: '33333333-3333-4333-8333-333333333333',
  id: '44444444-4444-4444-8444-444444444444',
};
const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const cause = causeOf(caller);

const image = (content: string, side: DocumentImage['side'] = 'front'): DocumentImage => ({
  ...{ documentType: 'passport', side, format: 'png' },
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: Buffer.from(content),
});

/** Vault contents by subject. */
let vault: Map<string, { readonly person: object; readonly images: Map<string, string> }>;
let kept: number;
let trouble: ((step: string) => Error | null) | null;
/** Record that the provider returns for all subjects; null if each subject has its own. */
let onlyRecord: string | null;

const step = async <Result>(name: string, work: () => Result): Promise<Result> => {
  await new Promise((done) => setImmediate(done));
  const error = trouble?.(name) ?? null;
  if (error !== null) throw error;
  return work();
};
const recordOf = (subject: string) => {
  const record = vault.get(subject) ?? { person: {}, images: new Map<string, string>() };
  vault.set(subject, record);
  return record;
};
const provider = {
  resolveUser: (subject: string) =>
    step('resolve', () => {
      const ref = onlyRecord ?? subject;
      recordOf(ref);
      return ref;
    }),
  keepPerson: (ref: string, person: object) =>
    step('person', () => Object.assign(recordOf(ref).person, person)),
  heldImages: (ref: string) => step('held', () => new Map(recordOf(ref).images)),
  keepImage: (ref: string, { side, sha256 }: DocumentImage) =>
    step(`image ${side}`, () => {
      kept++;
      recordOf(ref).images.set(side, sha256);
    }),
} as unknown as IdentityProvider;

let store: EventStore;
let handler: UploadDocumentsHandler;
let logged: unknown[];

const handlerOn = (on: EventStore) => {
  const logger = { error: (about: unknown) => logged.push(about) } as unknown as Logger;
  return new UploadDocumentsHandler(on, new IdempotencyKeys(on), provider, logger);
};

type Changes = {
  readonly partnerId?: string;
  readonly key?: string;
  readonly of?: string;
  readonly documentType?: 'passport' | 'id_card';
  readonly images?: readonly DocumentImage[];
};
const upload = async (changes: Changes = {}) => {
  const { partnerId = 'p-1', key, of = id, documentType = 'passport' } = changes;
  const keyed = key === undefined ? null : { idempotencyRecordId: key, bodyHash: 'a' };
  const { images = [image('front'), image('me', 'selfie')] } = changes;
  const by = { ...caller, partnerId };
  return handler.execute(new UploadDocuments(by, keyed, of, documentType, images));
};
const refused = (code: string) => expect.objectContaining({ code }) as unknown;
const verification = async (of = id) => {
  const state = await store.load(verifications, of);
  if (!isStarted(state)) throw new Error('not started');
  return state;
};

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  handler = handlerOn(store);
  logged = [];
  [vault, kept, trouble, onlyRecord] = [new Map(), 0, null, null];
  await begin();
});

/** Creates a user with a verification that waits for a passport. */
const begin = async (of = { userId, id }, email = 'a@b.example') => {
  const now = new Date();
  const at = now.toISOString();
  const person = { email, firstName: 'Ada', lastName: 'Byron', country: 'GBR' };
  const rest = { externalId: null, phone: '+441', dateOfBirth: '1990-12-10' };
  const data = { userId: of.userId, partnerId: 'p-1', ...person, ...rest, at };
  await store.transact(users, of.userId, () => [{ type: 'UserRegistered' as const, data }], cause);
  const terms = {
    ...{ verificationId: of.id, partnerId: 'p-1', userId: of.userId, country: 'GB' },
    verificationType: 'identity' as const,
    documentType: 'passport' as const,
    expiresAt: new Date(now.getTime() + 600_000).toISOString(),
  };
  await store.transact(verifications, of.id, startVerification(terms, now), cause);
};

describe('an upload', () => {
  it('stores images and person in the vault, and records the digests', async () => {
    const { status, body } = await upload();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { verificationId: id, status: 'under_review' },
    });
    const [[subject, record] = []] = [...vault];
    expect(subjectOf(subject ?? '')).toEqual({ userId, verificationId: id });
    expect(record?.person).toEqual({
      ...{ firstName: 'Ada', lastName: 'Byron', country: 'GB', dateOfBirth: '1990-12-10' },
    });
    expect(await verification()).toMatchObject({
      providerRef: subject,
      documents: [
        { side: 'front', format: 'png', sha256: image('front').sha256, sizeBytes: 5 },
        { side: 'selfie', format: 'png', sha256: image('me').sha256, sizeBytes: 2 },
      ],
    });
  });

  it.each<[string, Changes]>([
    ['an unknown id', { of: userId }],
    ['no UUID', { of: 'x' }],
    ['another partner’s', { partnerId: 'p-2' }],
  ])('is not found for %s', async (_, changes) => {
    await expect(upload(changes)).rejects.toEqual(refused('verification_not_found'));
    expect(vault.size).toBe(0);
  });

  it('of another document type than announced is refused', async () => {
    await expect(upload({ documentType: 'id_card' })).rejects.toEqual(
      refused('invalid_document_format'),
    );
    expect(vault.size).toBe(0);
  });

  it('after a decision is refused', async () => {
    await upload();
    const passed = { status: 'passed', reviewRequired: false, providerStatus: 'pass' } as const;
    await store.transact(verifications, id, recordFinding(passed, new Date()), cause);
    await expect(upload()).rejects.toEqual(refused('verification_under_review'));
    await store.transact(verifications, id, recordEffect(new Date()), cause);
    await expect(upload()).rejects.toEqual(refused('verification_closed'));
  });

  it('for a suspended user is refused', async () => {
    const at = new Date().toISOString();
    const data = { userId, partnerId: 'p-1', reason: 'fraud', from: 'active' as const, at };
    await store.transact(users, userId, () => [{ type: 'UserSuspended' as const, data }], cause);
    await expect(upload()).rejects.toEqual(refused('user_not_active'));
  });
});

describe('an upload for which the provider returns the record of another user', () => {
  beforeEach(async () => {
    onlyRecord = 'fp_id_1';
    await begin(other, 'c@d.example');
    await upload();
  });

  it('is 503, and the record stays unchanged', async () => {
    const before = structuredClone(vault);
    await expect(upload({ of: other.id, images: [image('other')] })).rejects.toEqual(
      refused('identity_provider_unavailable'),
    );
    expect([vault, kept]).toEqual([before, 2]);
    expect(await verification(other.id)).toMatchObject({ status: 'pending', providerRef: null });
    expect(logged).toEqual([
      { verificationId: other.id, providerRef: 'fp_id_1', userId: other.userId, owner: userId },
    ]);
  });
  it('is accepted once the other user is closed', async () => {
    const data = { userId, partnerId: 'p-1', reason: 'left', from: 'active' as const, at: '' };
    await store.transact(users, userId, () => [{ type: 'UserClosed' as const, data }], cause);
    await upload({ of: other.id, images: [image('other')] });
    expect(await verification(other.id)).toMatchObject({ providerRef: 'fp_id_1' });
  });
});

describe('concurrent uploads', () => {
  it('of different images: one is recorded with its images', async () => {
    const contents = Array.from({ length: 8 }, (_, i) => `photo ${i}`);
    const all = await Promise.allSettled(
      contents.map((content) => upload({ images: [image(content)] })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason).toEqual(refused('verification_under_review'));
    const { providerRef, documents } = await verification();
    expect(vault.get(providerRef ?? '')?.images.get('front')).toBe(documents[0]?.sha256);
  });

  it('of the same images: one is recorded', async () => {
    const all = await Promise.allSettled([upload(), upload(), upload()]);
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(vault.size).toBe(1);
  });
});

describe('an interrupted upload', () => {
  it.each(['resolve', 'person', 'held', 'image front', 'image selfie'])(
    'at "%s" is 503, appends no event, and can be repeated',
    async (where) => {
      trouble = (name) => (name === where ? new IdentityUnavailable('away') : null);
      await expect(upload()).rejects.toMatchObject({
        ...{ refusal: 'unavailable', code: 'identity_provider_unavailable', retryAfterS: 5 },
      });
      expect((await verification()).status).toBe('pending');
      trouble = null;
      await upload();
      expect((await verification()).status).toBe('under_review');
      expect(kept).toBe(2);
    },
  );

  it('with an unknown outcome is looked up, and no image is sent twice', async () => {
    await upload();
    const arrived = new Map(vault);
    // Simulates a process that died before its append.
    store = new EventStore(new InMemoryEventLog());
    await begin();
    vault = arrived;
    handler = handlerOn(store);
    await upload();
    expect(kept).toBe(2);
    expect(vault.size).toBe(1);
  });

  it('is 422 if the provider rejects an image', async () => {
    trouble = (name) => (name === 'image selfie' ? new ImageRefused('blurred') : null);
    await expect(upload()).rejects.toMatchObject({
      code: 'invalid_document_format',
      errors: [{ pointer: '/files/1/content' }],
    });
    expect((await verification()).status).toBe('pending');
  });

  it('is refused if its time ended meanwhile', async () => {
    const at = new Date().toISOString();
    const data = { verificationId: id, partnerId: 'p-1', userId, at, expiresAt: at };
    const expired = () => [{ type: 'VerificationExpired' as const, data }];
    let isOver = false;
    trouble = (name) => {
      if (name === 'image selfie' && !isOver) {
        isOver = true;
        void store.transact(verifications, id, expired, cause);
      }
      return null;
    };
    await expect(upload()).rejects.toEqual(refused('verification_expired'));
  });
});

describe('under an Idempotency-Key', () => {
  it('the first response is returned again, without a call of the provider', async () => {
    const first = await upload({ key: 'k-1' });
    trouble = () => new Error('unexpected call');
    expect(await upload({ key: 'k-1' })).toEqual({ ...first, replayed: true });
  });
  it('another upload is a different request', async () => {
    trouble = (name) => (name === 'held' ? new Error('the process died') : null);
    await expect(upload({ key: 'k-1' })).rejects.toThrow('died');
    trouble = null;
    await upload({ images: [image('other')] });
    await expect(upload({ key: 'k-1' })).rejects.toEqual(refused('verification_under_review'));
  });
});
