import { beforeEach, describe, expect, it } from '@jest/globals';
import { claim, claimId } from '#platform/event-store/claims.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { causeOf } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { users } from '#users';
import {
  recordDocuments,
  recordEffect,
  recordFinding,
} from '../verification/verification.decide.js';
import { documents } from '../verification/verification.examples.js';
import { verifications } from '../verification/verification.state.js';
import { StartVerification } from './start-verification.command.js';
import { StartVerificationHandler } from './start-verification.handler.js';

const userId = '11111111-1111-4111-8111-111111111111';
const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const cause = causeOf(caller);
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

let store: EventStore;
let handler: StartVerificationHandler;

const handlerWith = (log: InMemoryEventLog, kycTtlS: number) => {
  const views = new Documents({} as ReadModels, log, logger);
  return new StartVerificationHandler(store, views, { kycTtlS });
};
const start = (changes: Partial<StartVerification> = {}, by = handler) => {
  const { verificationType = 'identity', documentType = 'passport' } = changes;
  const from = changes.caller ?? caller;
  const command = new StartVerification(from, userId, verificationType, documentType, 'US');
  return by.execute(command);
};
const refused = (code: string) => expect.objectContaining({ code }) as unknown;

let log: InMemoryEventLog;
beforeEach(async () => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
  handler = handlerWith(log, 600);
  const at = new Date().toISOString();
  const person = { email: 'a@b.example', firstName: 'Ada', lastName: 'L', country: 'USA' };
  const rest = { externalId: null, phone: null, dateOfBirth: null };
  const data = { userId, partnerId: 'p-1', ...person, ...rest, at };
  await store.transact(users, userId, () => [{ type: 'UserRegistered' as const, data }], cause);
});

describe('starting a verification', () => {
  it('answers with its times', async () => {
    const document = await start();
    expect(document).toMatchObject({ status: 'pending', documentType: 'passport', country: 'US' });
    const { createdAt = '', expiresAt = '' } = document;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(600_000);
  });
  it('lets one of fifty at once through', async () => {
    const all = await Promise.allSettled(Array.from({ length: 50 }, () => start()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason).toEqual(refused('verification_in_progress'));
  });
  it('lets another type stand beside it', async () => {
    await start();
    const other = await start({ verificationType: 'address', documentType: 'utility_bill' });
    expect(other).toMatchObject({ verificationType: 'address', status: 'pending' });
  });
  it('knows only the partner’s own users', async () => {
    const stranger = { ...caller, partnerId: 'p-2' };
    await expect(start({ caller: stranger })).rejects.toEqual(refused('user_not_found'));
  });
});

describe('after an earlier one', () => {
  it('starts anew once it is decided and in effect', async () => {
    const { id = '' } = await start();
    const now = new Date();
    await store.transact(verifications, id, recordDocuments('fp-1', documents, now), cause);
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
    const passed = { status: 'passed', reviewRequired: false, providerStatus: 'pass' } as const;
    await store.transact(verifications, id, recordFinding(passed, now), cause);
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
    await store.transact(verifications, id, recordEffect(now), cause);
    expect((await start()).id).not.toBe(id);
  });
  it('starts anew past its time, and closes it so that no late upload can wake it', async () => {
    const { id = '' } = await start({}, handlerWith(log, 0));
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => start()));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.load(verifications, id)).status).toBe('expired');
  });
  it('goes on where a starter died between its claim and its verification', async () => {
    const slot = claimId('openVerification', userId, 'identity');
    await claim(store, slot, 'dead-1', new Date(), cause);
    expect((await start()).id).toBe('dead-1');
    await expect(start()).rejects.toEqual(refused('verification_in_progress'));
  });
});
