import { beforeEach, describe, expect, it } from '@jest/globals';
import { conflict } from '../refused.js';
import { EventLogUnavailable } from '../event-store/event-log.js';
import { EventStore } from '../event-store/event-store.js';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { IdempotencyKeys, type IdempotentOperation } from './idempotency-keys.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const keyed = (body = 'a', idempotencyRecordId = 'key-1') => ({
  idempotencyRecordId,
  bodyHash: body,
});

let log: InMemoryEventLog;
let keys: IdempotencyKeys;
/** Created objects by id. */
let things: Map<string, { readonly body: string }>;
let made: number;

beforeEach(() => {
  log = new InMemoryEventLog();
  keys = new IdempotencyKeys(new EventStore(log));
  things = new Map();
  made = 0;
});

const making = (
  changes: Partial<IdempotentOperation<string>> = {},
): IdempotentOperation<string> => ({
  owner: () => `thing-${++made}`,
  make: async (owner) => {
    things.set(owner, { body: owner });
    return { status: 201, body: owner };
  },
  again: async ({ owner, answered }) => {
    const thing = things.get(owner);
    return thing === undefined ? null : { status: answered?.status ?? 201, body: thing.body };
  },
  ...changes,
});

const crashed = () => Promise.reject(new Error('the process died'));

describe('without a key', () => {
  it('makes another thing each time', async () => {
    await keys.answer(null, cause, making());
    expect(await keys.answer(null, cause, making())).toMatchObject({ body: 'thing-2' });
    expect(await log.head()).toBeNull();
  });
});

describe('the same key and body', () => {
  it('tells the first answer again', async () => {
    const first = await keys.answer(keyed(), cause, making());
    expect(first).toEqual({ status: 201, body: 'thing-1', replayed: false });
    const again = await keys.answer(keyed(), cause, making());
    expect(again).toEqual({ ...first, replayed: true });
  });
  it('does so in another process, after Redis was wiped', async () => {
    await keys.answer(keyed(), cause, making());
    const other = new IdempotencyKeys(new EventStore(log));
    expect(await other.answer(keyed(), cause, making())).toMatchObject({ replayed: true });
  });
  it('goes on under the same id after a crash before anything was made', async () => {
    await expect(keys.answer(keyed(), cause, making({ make: crashed }))).rejects.toThrow('died');
    expect(await keys.answer(keyed(), cause, making())).toEqual({
      status: 201,
      body: 'thing-1',
      replayed: false,
    });
  });
  it('tells the answer that a crash kept back', async () => {
    const make = async (owner: string) => {
      things.set(owner, { body: owner });
      return crashed();
    };
    await expect(keys.answer(keyed(), cause, making({ make }))).rejects.toThrow('died');
    expect(await keys.answer(keyed(), cause, making())).toMatchObject({
      body: 'thing-1',
      replayed: true,
    });
  });
  it('tells what was known already as it stood at the first answer', async () => {
    const known = making({ make: async (body) => ({ status: 200, body, seen: 7n }) });
    await keys.answer(keyed(), cause, known);
    const seen = making({
      again: async ({ answered }) => ({ status: answered!.status, body: `${answered!.seen}` }),
    });
    expect(await keys.answer(keyed(), cause, seen)).toMatchObject({ status: 200, body: '7' });
  });
  it('is refused while the first still runs', async () => {
    let end = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (end = resolve));
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const make = async (body: string) => {
      begin();
      await waiting;
      return { status: 201, body };
    };
    const inUse = { refusal: 'conflict', code: 'idempotency_key_in_use' };
    const first = keys.answer(keyed(), cause, making({ make }));
    await expect(keys.answer(keyed(), cause, making())).rejects.toMatchObject(inUse);
    await begun;
    await expect(keys.answer(keyed(), cause, making())).rejects.toMatchObject(inUse);
    end();
    expect(await first).toMatchObject({ replayed: false });
  });
  it('tells the first answer where that came while another process was at it, and refused', async () => {
    const other = new IdempotencyKeys(new EventStore(log));
    let repeat: Promise<unknown> = Promise.resolve();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const late = making({
      make: async () => {
        end();
        await first;
        throw conflict('verification_under_review', '');
      },
    });
    const make = async (owner: string) => {
      repeat = other.answer(keyed(), cause, late);
      await ended;
      things.set(owner, { body: owner });
      return { status: 201, body: owner };
    };
    const first = keys.answer(keyed(), cause, making({ make }));
    await first;
    const reported = { status: 201, body: 'thing-1', replayed: true };
    expect(await repeat).toEqual(reported);
    expect(await keys.answer(keyed(), cause, making())).toEqual(reported);
  });
  it('makes one thing of fifty at once, over two processes', async () => {
    const other = new IdempotencyKeys(new EventStore(log));
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? keys : other).answer(keyed(), cause, making())),
    );
    expect(things.size).toBe(1);
    for (const result of all)
      if (result.status === 'fulfilled') expect([...things.keys()]).toContain(result.value.body);
      else expect(result.reason).toMatchObject({ code: 'idempotency_key_in_use' });
  });
});

describe('the same key with another body', () => {
  it('is refused', async () => {
    await keys.answer(keyed('a'), cause, making());
    await expect(keys.answer(keyed('b'), cause, making())).rejects.toMatchObject({
      refusal: 'unacceptable',
      code: 'idempotency_key_reused',
      errors: [{ pointer: '', code: 'idempotency_key_reused' }],
    });
  });
  it('is rejected while the outcome of the first is unknown', async () => {
    const make = () => Promise.reject(new EventLogUnavailable('no answer'));
    await expect(keys.answer(keyed('a'), cause, making({ make }))).rejects.toThrow();
    await expect(keys.answer(keyed('b'), cause, making())).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
  it('is accepted if the first was rejected', async () => {
    const make = () => Promise.reject(conflict('user_not_active', ''));
    await expect(keys.answer(keyed('a'), cause, making({ make }))).rejects.toMatchObject({
      code: 'user_not_active',
    });
    expect(await keys.answer(keyed('b'), cause, making())).toMatchObject({ replayed: false });
    expect(await keys.answer(keyed('b'), cause, making())).toMatchObject({ replayed: true });
  });
});
