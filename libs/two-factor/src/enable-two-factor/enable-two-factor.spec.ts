import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PartnerDirectory } from '#auth';
import { HeavyWork } from '#platform/core/heavy-work.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { causeOf } from '#platform/http/caller.js';
import { type UserEvent, users } from '#users';
import { twoFactors } from '../two-factor/two-factor.state.js';
import { EnableTwoFactor } from './enable-two-factor.command.js';
import { EnableTwoFactorHandler } from './enable-two-factor.handler.js';

const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const box = new SecretBox([{ kid: 'k', key: Buffer.alloc(32, 1) }]);
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
  it('is a picture', async () => {
    const { qrCode } = await enable();
    expect(qrCode).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });
  it('is drawn in the turn of the partner', async () => {
    const run = jest.spyOn(HeavyWork.prototype, 'run');
    await enable();
    expect(run.mock.calls.map(([key]) => key)).toEqual(['p-1']);
  });
  it('is drawn before the secret is issued: without it, that of before stays', async () => {
    await enable();
    const before = await issued();
    jest.spyOn(HeavyWork.prototype, 'run').mockRejectedValueOnce(new Error('too many wait'));
    await expect(enable()).rejects.toThrow('too many wait');
    expect(await issued()).toEqual(before);
  });
});
