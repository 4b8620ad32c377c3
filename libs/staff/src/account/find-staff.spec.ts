import { beforeEach, describe, expect, it } from '@jest/globals';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import { EncryptedEventLog } from '#event-log/encryption/encrypted-event-log.js';
import { createStaff } from './staff-account.decide.js';
import { findStaffId, staffAccounts, staffIdOf } from './staff-account.state.js';

const cause = { partnerId: '', correlationId: 'r', causationId: 'r', actor: 'test' };
const now = new Date('2026-03-16T12:00:00.000Z');
const email = 'ada@staff.example';
const plain = staffIdOf(email);

let disk: InMemoryEventLog;
const open = () => {
  const ring = new SecretCipher([{ kid: 'k', key: Buffer.alloc(32, 1) }]);
  const log = new EncryptedEventLog(disk, new PersonKeys(disk.keys, ring));
  return { store: new EventStore(log), lookUps: log.lookUps };
};
const create = (store: EventStore, staffId: string) => {
  const kept = { passwordHash: 'hash', sealedSecret: 'secret' };
  const account = { staffId, email, role: 'operator' as const, ...kept };
  return store.transact(staffAccounts, staffId, createStaff(account, now), cause);
};
const createNew = async (store: EventStore) => {
  const id = await findStaffId(store, email);
  await create(store, id);
  return id;
};

beforeEach(() => {
  disk = new InMemoryEventLog();
});

describe('an account', () => {
  it.each(['ADA@münchen.example', 'ada@xn--mnchen-3ya.example', 'ada@mu\u0308nchen.example'])(
    'has one id by %s as by another spelling',
    (spelling) => expect(staffIdOf(spelling)).toBe(staffIdOf('ada@münchen.example')),
  );
  it('is found in a new log under an unguessable id', async () => {
    const { store } = open();
    const id = await createNew(store);
    expect(id).not.toBe(plain);
    expect(await findStaffId(store, email.toUpperCase())).toBe(id);
  });

  it('that does not exist has the same id in every process', async () => {
    const [one, other] = [await findStaffId(open().store, email), open().store];
    expect(await findStaffId(other, email)).toBe(one);
    expect(one).not.toBe(plain);
  });
});
