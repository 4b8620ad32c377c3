import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SecretCipher } from './secret-cipher.js';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { PersonKeys } from './person-keys.js';
import { personal } from '#kernel/event-store/personal.js';
import { EncryptedEventLog } from './encrypted-event-log.js';
import { type Stream, withoutPerson } from '#kernel/event-store/stream.js';
import { eventsOf } from '../../../../test/support/events-of.js';

const schemas = {
  Named: z.object({ userId: z.string(), name: personal(z.string()), cents: z.string() }),
  Renamed: z.object({ userId: z.string(), name: personal(z.string()).optional() }),
};
type NameEvent = EventOf<typeof schemas>;
type State = { readonly names: readonly (string | null)[] };

const names: Stream<State, NameEvent> = {
  category: 'name',
  initial: { names: [] },
  evolve: (state, { data }) => ({ names: [...state.names, data.name ?? null] }),
  parse: parserOf('name', schemas, 'userId'),
};
const nameless = withoutPerson(names);

const named = (name: string, userId = 'u-1') =>
  ({ type: 'Named', data: { userId, name, cents: '1' } }) as const;
const cause = { partnerId: 'p-1', correlationId: 'c', causationId: 'c', actor: 'a' };
const ring = (...kids: string[]) =>
  new SecretCipher(kids.map((kid) => ({ kid, key: Buffer.alloc(32, kid) })));

let disk: InMemoryEventLog;
let log: EncryptedEventLog;
let store: EventStore;

const open = (box = ring('k1')) => new EncryptedEventLog(disk, new PersonKeys(disk.keys, box));
const keep = (...events: NameEvent[]) => store.transact(names, 'u-1', () => events, cause);
const onDisk = async () => JSON.stringify((await disk.read('name-u-1')).map(({ data }) => data));
const walked = () => eventsOf(log);

beforeEach(() => {
  disk = new InMemoryEventLog();
  log = open();
  store = new EventStore(log);
});

describe('personal fields', () => {
  it('are encrypted on the disk, and other fields are not', async () => {
    await keep(named('Ada'));
    expect(await onDisk()).not.toContain('Ada');
    expect(await onDisk()).toContain('"cents":"1"');
  });

  it('are decrypted in reads and subscriptions', async () => {
    await keep(named('Ada'));
    expect(await store.load(names, 'u-1')).toEqual({ names: ['Ada'] });
    expect((await walked()).map(({ data }) => data)).toEqual([named('Ada').data]);
  });

  it('of an unencrypted event are unchanged', async () => {
    await new EventStore(disk).transact(names, 'u-1', () => [named('Ada')], cause);
    await keep(named('Augusta'));
    expect(await store.load(names, 'u-1')).toEqual({ names: ['Ada', 'Augusta'] });
  });

  it('may be missing in an event', async () => {
    await keep({ type: 'Renamed', data: { userId: 'u-1' } });
    expect(await onDisk()).toBe('[{"userId":"u-1"}]');
  });

  it('are null for readers without decryption', async () => {
    await keep(named('Ada'));
    const reader = new EventStore(open(ring('another')));
    expect(await reader.load(nameless, 'u-1')).toEqual({ names: [null] });
    await expect(reader.load(names, 'u-1')).rejects.toThrow('No encryption key k1');
  });

  it.each<NameEvent>([named('Ada'), { type: 'Renamed', data: { userId: 'u-1', name: 'Ada' } }])(
    'of $type does not open in another place, and is missed there',
    async (kept) => {
      await keep(kept);
      const [event] = await disk.read('name-u-1');
      await disk.append('name-u-2', 'no_stream', [{ ...event!, id: event!.id.replace(/^./, 'f') }]);
      await expect(store.load(names, 'u-2')).rejects.toThrow('expected object');
    },
  );

  it.each([null, 5, {}, { of: 'u-1' }, { of: 1, fields: ['name'] }, { of: 'u-1', fields: 'name' }])(
    'is missed where its box is %j, and whoever follows the log goes on',
    async (box) => {
      const data = { userId: 'u-1', $personal: box };
      const metadata = { ...cause, at: '2026-03-16T12:00:00.000Z' };
      const event = { id: randomUUID(), type: 'Renamed', data, metadata };
      await disk.append('name-u-1', 'no_stream', [event]);
      await expect(store.load(names, 'u-1')).rejects.toThrow('expected object');
      await expect(store.load(nameless, 'u-1')).rejects.toThrow('expected object');
      expect((await walked()).map(({ id }) => id)).toEqual([event.id]);
    },
  );

  it('of two people have different keys', async () => {
    await keep(named('Ada'), named('Grace', 'u-2'));
    await disk.keys.destroy('u-2');
    expect(await store.load(names, 'u-1')).toEqual({ names: ['Ada', null] });
  });
});

describe('a key', () => {
  it('leaves null at once after its destruction, also after an earlier read', async () => {
    await keep(named('Ada'));
    await store.load(names, 'u-1');
    await disk.keys.destroy('u-1');
    expect(await store.load(names, 'u-1')).toEqual({ names: [null] });
    expect((await walked()).map(({ data }) => data)).toEqual([
      { userId: 'u-1', name: null, cents: '1' },
    ]);
  });

  it('is read at each load of a state with personal fields, which is not cached', async () => {
    await keep(named('Ada'));
    const find = jest.spyOn(disk.keys, 'find');
    for (let i = 0; i < 3; i++) expect(await store.load(names, 'u-1')).toEqual({ names: ['Ada'] });
    expect(find).toHaveBeenCalledTimes(3);
    expect(store.recall(names, 'u-1')).toBeNull();
  });

  it('is not read for a cached state without personal fields', async () => {
    await keep(named('Ada'));
    const [find, read] = [jest.spyOn(disk.keys, 'find'), jest.spyOn(disk, 'read')];
    for (let i = 0; i < 2; i++)
      expect(await store.load(nameless, 'u-1')).toEqual({ names: [null] });
    expect(find).not.toHaveBeenCalled();
    expect(read.mock.calls.map(([, from]) => from)).toEqual([0n, 1n]);
    expect(store.recall(nameless, 'u-1')?.state).toEqual({ names: [null] });
  });

  it('is not created again after its destruction, and later values are not stored', async () => {
    await keep(named('Ada'));
    await disk.keys.destroy('u-1');
    await keep(named('Augusta'));
    expect(await store.load(names, 'u-1')).toEqual({ names: [null, null] });
  });

  it('that is damaged affects only its fields', async () => {
    await keep(named('Ada', 'u-2'), named('Grace'));
    const kept = (await disk.keys.find(['u-2'])).get('u-2') ?? '';
    await disk.keys.replace('u-2', kept, 'v1.k1.damaged');
    await expect(store.load(names, 'u-1')).rejects.toThrow('expected object');
    const [ofAda, ofGrace] = await walked();
    expect([typeof ofAda?.data, ofGrace?.data]).toEqual(['string', named('Grace').data]);
  });

  it('that a crash left unused is used by the next append', async () => {
    const { created } = await new PersonKeys(disk.keys, ring('k1')).toEncrypt('u-1');
    await disk.keys.create('u-1', created?.wrapped ?? '');
    await keep(named('Ada'));
    expect(await store.load(names, 'u-1')).toEqual({ names: ['Ada'] });
  });

  it('is the same for two processes that create it at once', async () => {
    const stores = [open(), open()].map((each) => new EventStore(each));
    await Promise.all(
      stores.map((each, i) => each.transact(names, `${i}`, () => [named(`name ${i}`)], cause)),
    );
    expect(await store.load(names, '0')).toEqual({ names: ['name 0'] });
    expect(await store.load(names, '1')).toEqual({ names: ['name 1'] });
  });

  it('can be encrypted with an older key of the ring', async () => {
    await keep(named('Ada'));
    const rotated = new EventStore(open(ring('k2', 'k1')));
    expect(await rotated.load(names, 'u-1')).toEqual({ names: ['Ada'] });
  });
});

describe('rewrapping', () => {
  it('encrypts every key with the first key of the ring and preserves all keys', async () => {
    await keep(named('Ada'), named('Grace', 'u-2'), named('Mary', 'u-3'));
    await disk.keys.destroy('u-3');
    const progress: number[][] = [];
    const keys = new PersonKeys(disk.keys, ring('k2', 'k1'));
    const count = await keys.rewrap((...reported) => progress.push(reported));
    expect([count, progress]).toEqual([
      2,
      [
        [1, 1],
        [2, 2],
        [3, 2],
      ],
    ]);
    expect(await keys.rewrap(() => undefined)).toBe(0);
    const reader = new EventStore(open(ring('k2')));
    expect(await reader.load(names, 'u-1')).toEqual({ names: ['Ada', 'Grace', null] });
  });
});

describe('a personal field', () => {
  it('belongs to the person in its event', () =>
    expect(() => parserOf('name', { Named: z.object({ name: personal(z.string()) }) })).toThrow(
      'name the field with the id of the person',
    ));
  it('requires the id of a person in its event', async () => {
    const misnamed = { ...names, parse: parserOf('name', schemas, 'owner') };
    const keeping = store.transact(misnamed, 'u-1', () => [named('Ada')], cause);
    await expect(keeping).rejects.toThrow('lacks the id of its person');
    expect(await disk.read('name-u-1')).toEqual([]);
  });
});

it('leaves keys of the ring out of the log', async () => {
  const key = randomBytes(32);
  const made = open(new SecretCipher([{ kid: 'k', key }]));
  await new EventStore(made).transact(names, 'u-1', () => [named('Ada')], cause);
  const [[, wrapped] = []] = [...(await disk.keys.find(['u-1']))];
  expect(wrapped).toMatch(/^v1\.k\./);
  expect(wrapped).not.toContain(key.toString('base64url'));
});
