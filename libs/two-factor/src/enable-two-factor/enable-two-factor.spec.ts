import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PartnerDirectory } from '#auth/api-key/partner-directory.js';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { causeOf } from '#http/caller.js';
import type { UserEvent } from '#users/user/user.events.js';
import { users } from '#users/user/user.state.js';
import { twoFactors } from '../two-factor/two-factor.state.js';
import { EnableTwoFactor, EnableTwoFactorHandler } from './enable-two-factor.handler.js';

const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const box = new SecretCipher([{ kid: 'k', key: Buffer.alloc(32, 1) }]);
const directory = {
  find: () => Promise.resolve({ name: 'Partner' }),
} as unknown as PartnerDirectory;

let store: EventStore;
let userId: string;

const enable = () =>
  new EnableTwoFactorHandler(store, directory, box).execute(new EnableTwoFactor(caller, userId));
const issued = async () => (await store.loadWithRevision(twoFactors, userId)).revision;

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  userId = randomUUID();
  const person = { externalId: null, email: 'ada@users.example', firstName: 'A', lastName: 'B' };
  const ids = { userId, partnerId: 'p-1', at: new Date().toISOString() };
  const data = { ...ids, ...person, country: 'USA', phone: null, dateOfBirth: null };
  const registered: UserEvent = { type: 'UserRegistered', data };
  await store.transact(users, userId, () => [registered], causeOf(caller));
});

afterEach(() => void jest.restoreAllMocks());

describe('the QR code of a secret', () => {
  it('is an image', async () => {
    const { qrCode } = await enable();
    expect(qrCode).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });
  it('is rendered in the queue of the partner', async () => {
    const run = jest.spyOn(CooperativeScheduler.prototype, 'run');
    await enable();
    expect(run.mock.calls.map(([key]) => key)).toEqual(['p-1']);
  });
  it('is rendered before the secret is issued, so the previous secret survives a failure', async () => {
    await enable();
    const before = await issued();
    jest
      .spyOn(CooperativeScheduler.prototype, 'run')
      .mockRejectedValueOnce(new Error('too many wait'));
    await expect(enable()).rejects.toThrow('too many wait');
    expect(await issued()).toEqual(before);
  });
});
