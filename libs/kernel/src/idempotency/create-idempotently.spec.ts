import { beforeEach, describe, expect, it } from '@jest/globals';
import { conflict } from '../refused.js';
import type { RecordedEvent } from '../event-store/event-log.js';
import { EventStore } from '../event-store/event-store.js';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { createIdempotently } from './create-idempotently.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

let keys: IdempotencyKeys;
/** The object under the one id, and its revision. */
let thing: { readonly content: string; revision: bigint } | null;

beforeEach(() => {
  keys = new IdempotencyKeys(new EventStore(new InMemoryEventLog()));
  thing = null;
});

const first = { revision: 0n } as RecordedEvent;

const ask = (content: string, key: string | null) => {
  const keyed = key === null ? null : { idempotencyRecordId: key, bodyHash: content };
  const making = createIdempotently({
    id: 'x-1',
    make: async () => {
      if (thing !== null && thing.content !== content) throw conflict('external_id', '');
      const created = thing === null;
      thing ??= { content, revision: 0n };
      return created ? first : false;
    },
    find: async () => (thing?.content === content ? thing.revision : null),
    show: async (revision, made) => `after ${revision}${made === undefined ? '' : ', made now'}`,
  });
  return keys.answer(keyed, cause, making);
};
const movedTo = (revision: bigint) => {
  if (thing !== null) thing.revision = revision;
};

describe('a thing with an identity of its own', () => {
  it('is shown as it was made, then as it stands', async () => {
    expect(await ask('a', null)).toMatchObject({ status: 201, body: 'after 0, made now' });
    movedTo(3n);
    expect(await ask('a', null)).toMatchObject({ status: 200, body: 'after 3' });
  });
  it('is shown as it was made under the key that made it', async () => {
    await ask('a', 'key-1');
    movedTo(3n);
    const again = await ask('a', 'key-1');
    expect(again).toMatchObject({ status: 201, body: 'after 0', replayed: true });
  });
  it('is shown as it stood when another key met it', async () => {
    await ask('a', null);
    movedTo(3n);
    expect(await ask('a', 'key-1')).toMatchObject({ status: 200, body: 'after 3' });
    movedTo(5n);
    const again = await ask('a', 'key-1');
    expect(again).toMatchObject({ status: 200, body: 'after 3', replayed: true });
  });
  it('is not returned to an interrupted key with another request', async () => {
    await ask('a', null);
    await expect(ask('b', 'key-1')).rejects.toMatchObject({ code: 'external_id' });
    await expect(ask('b', 'key-1')).rejects.toMatchObject({ code: 'external_id' });
  });
});
