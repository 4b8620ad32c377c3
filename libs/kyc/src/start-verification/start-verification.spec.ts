import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pause } from '#kernel/concurrency/pause.js';
import { claim, claimId, claims } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { causeOf } from '#http/caller.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { idempotencyRecords } from '#kernel/idempotency/idempotency-record.state.js';
import { users } from '#users/user/user.state.js';
import { recordEffect, recordFinding } from '../verification/check.decide.js';
import {
  abandonVerification,
  recordDocuments,
  startVerification,
} from '../verification/verification.decide.js';
import { documents, terms as examples } from '../verification/verification.examples.js';
import { verifications } from '../verification/verification.state.js';
import {
  StartVerification,
  StartVerificationHandler,
  type RequestedVerification,
} from './start-verification.handler.js';

const userId = '11111111-1111-4111-8111-111111111111';
const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const cause = causeOf(caller);

const terms = {
  ...examples,
  verificationId: 'slow-1',
  userId,
  expiresAt: '2999-01-01T00:00:00.000Z',
};

let store: EventStore;
let handler: StartVerificationHandler;

const handlerWith = (kycTtlS: number) =>
  new StartVerificationHandler(store, new IdempotencyKeys(store), { kycTtlS });
type Changes = Partial<RequestedVerification> & {
  readonly partnerId?: string;
  readonly key?: string;
  readonly by?: StartVerificationHandler;
};
const start = async ({ partnerId = 'p-1', key, by = handler, ...changes }: Changes = {}) => {
  const identity = { verificationType: 'identity', documentType: 'passport' } as const;
  const requested = { userId, ...identity, country: 'US', ...changes };
  const keyed = key === undefined ? null : { idempotencyRecordId: key, bodyHash: 'a' };
  return by.execute(new StartVerification({ ...caller, partnerId }, keyed, requested));
};
const refused = (code: string) => expect.objectContaining({ code }) as unknown;

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  handler = handlerWith(600);
  const at = new Date().toISOString();
  const person = { email: 'a@b.example', firstName: 'Ada', lastName: 'L', country: 'USA' };
  const rest = { externalId: null, phone: null, dateOfBirth: null };
  const data = { userId, partnerId: 'p-1', ...person, ...rest, at };
  await store.transact(users, userId, () => [{ type: 'UserRegistered' as const, data }], cause);
});

describe('starting a verification', () => {
  it('returns its times', async () => {
    const { status, body } = await start();
    expect({ status, body }).toMatchObject({ status: 201, body: { status: 'pending' } });
    const { createdAt, expiresAt, verificationId } = body;
    expect(await store.load(verifications, verificationId)).toMatchObject({
      ...{ userId, partnerId: 'p-1', verificationType: 'identity' },
      ...{ documentType: 'passport', country: 'US', expiresAt },
    });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(600_000);
  });
  it('accepts one of fifty concurrent requests', async () => {
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => start()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason).toEqual(refused('verification_in_progress'));
  });
  it('allows a concurrent verification of another type', async () => {
    await start();
    const other = await start({ verificationType: 'address', documentType: 'utility_bill' });
    expect(other.status).toBe(201);
  });
  it('accepts only the partner’s own users', async () => {
    await expect(start({ partnerId: 'p-2' })).rejects.toEqual(refused('user_not_found'));
  });
});

const idOf = async (starting: ReturnType<typeof start>) => (await starting).body.verificationId;

describe('starting after an earlier verification', () => {
  it('is possible once its decision is applied', async () => {
    const id = await idOf(start());
    const now = new Date();
    await store.transact(verifications, id, recordDocuments('fp-1', documents, now), cause);
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
    const passed = { status: 'passed', reviewRequired: false, providerStatus: 'pass' } as const;
    await store.transact(verifications, id, recordFinding(passed, now), cause);
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
    await store.transact(verifications, id, recordEffect(now), cause);
    expect(await idOf(start())).not.toBe(id);
  });
  it('is possible after its time, and closes it for late uploads', async () => {
    const id = await idOf(start({ by: handlerWith(0) }));
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => start()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.load(verifications, id)).status).toBe('expired');
  });
  it('takes over the slot of a starter that died before its verification', async () => {
    const place = claimId('openVerification', userId, 'identity');
    await claim(store, place, 'dead-1', new Date(), cause);
    expect(await idOf(start())).not.toBe('dead-1');
    expect((await store.load(verifications, 'dead-1')).status).toBe('abandoned');
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
  });
  it('waits for a starter that pauses before its verification', async () => {
    await claim(
      store,
      claimId('openVerification', userId, 'identity'),
      'slow-1',
      new Date(),
      cause,
    );
    const load = store.load.bind(store);
    const looks: string[] = [];
    jest.spyOn(store, 'load').mockImplementation(async (stream, id) => {
      const state = await load(stream, id);
      // It comes once it was looked for a second time.
      if (id === 'slow-1' && looks.push(id) === 2)
        await store.transact(verifications, id, startVerification(terms, new Date()), cause);
      return state;
    });
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
    expect((await load(verifications, 'slow-1')).status).toBe('pending');
    expect(looks).toHaveLength(3);
  });
  it('waits for a starter that another call delays', async () => {
    const place = claimId('openVerification', userId, 'identity');
    await claim(store, place, 'slow-1', new Date(), cause);
    const starting = pause(1).then(() =>
      store.transact(verifications, 'slow-1', startVerification(terms, new Date()), cause),
    );
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
    expect((await starting).state.status).toBe('pending');
  });
  it('fails after ten takeovers by others', async () => {
    const place = claimId('openVerification', userId, 'identity');
    const append = store.appendTo.bind(store);
    let others = 0;
    const takenByOther = async () => {
      const owner = `dead-${others++}`;
      const about = { verificationId: owner, partnerId: 'p-1', userId };
      await store.transact(verifications, owner, abandonVerification(about, new Date()), cause);
      const data = { kind: 'openVerification', owner, at: new Date().toISOString() };
      const held = await store.loadWithRevision(claims, place);
      await append(claims, place, held, [{ type: 'Claimed' as const, data }], cause);
    };
    jest.spyOn(store, 'appendTo').mockImplementation(async (stream, id, ...rest) => {
      if (id === place) await takenByOther();
      return append(stream, id, ...rest);
    });
    await expect(start()).rejects.toEqual(refused('temporarily_unavailable'));
    expect(others).toBe(11);
  });
});

describe('under an Idempotency-Key', () => {
  it('returns the first response for a repeat, also after later changes', async () => {
    const first = await start({ key: 'k-1' });
    const id = first.body.verificationId;
    await store.transact(verifications, id, recordDocuments('fp-1', documents, new Date()), cause);
    expect(await start({ key: 'k-1' })).toEqual({ ...first, replayed: true });
  });
  it('continues after a crash before its verification', async () => {
    const at = new Date().toISOString();
    const data = { owner: 'mine', bodyHash: 'a', at };
    await store.transact(
      idempotencyRecords,
      'k-1',
      () => [{ type: 'IdempotencyKeyClaimed' as const, data }],
      cause,
    );
    await claim(store, claimId('openVerification', userId, 'identity'), 'mine', new Date(), cause);
    expect(await start({ key: 'k-1' })).toMatchObject({ body: { verificationId: 'mine' } });
  });
  it('begins under another id if its stream was closed meanwhile', async () => {
    const data = { owner: 'mine', bodyHash: 'a', at: new Date().toISOString() };
    const claimed = () => [{ type: 'IdempotencyKeyClaimed' as const, data }];
    await store.transact(idempotencyRecords, 'k-1', claimed, cause);
    const about = { verificationId: 'mine', partnerId: 'p-1', userId };
    await store.transact(verifications, 'mine', abandonVerification(about, new Date()), cause);
    await expect(start({ key: 'k-1' })).rejects.toEqual(refused('temporarily_unavailable'));
    expect(await idOf(start({ key: 'k-1' }))).not.toBe('mine');
  });
});
