import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { Documents } from './documents.js';
import type { Change } from './projection.js';
import type { ReadModels } from './read-models.js';

type Named = {
  readonly type: 'Named';
  readonly data: { readonly id: string; readonly name: string };
};

const source = {
  category: 'thing',
  parse: (type: string, data: unknown): Named => ({ type: type as 'Named', data: data as never }),
};
const view = {
  name: 'things',
  project: ({ data: { id, name } }: Named): readonly Change[] => [
    { op: 'set', doc: id, fields: { id, name } },
  ],
};
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let log: InMemoryEventLog;
let documents: Documents;

beforeEach(() => {
  log = new InMemoryEventLog();
  documents = new Documents({} as ReadModels, log, quiet);
});

const append = async (id: string, ...names: string[]) => {
  const at = new Date().toISOString();
  const metadata = { partnerId: 'p-1', correlationId: 'r', causationId: 'r', actor: 'test', at };
  const events = names.map((name) => ({
    ...{ id: randomUUID(), type: 'Named', data: { id, name }, metadata },
  }));
  const last = (await log.read(`thing-${id}`)).at(-1);
  await log.append(`thing-${id}`, last?.revision ?? 'no_stream', events);
};
const read = (id: string, partnerId = 'p-1') => documents.read(partnerId, view, source, id);

describe('a document read by its id', () => {
  const id = randomUUID();

  it('is made of all its events, those of a moment ago too', async () => {
    await append(id, 'first', 'second');
    expect(await read(id)).toEqual({ id, name: 'second' });
    expect(await read(id.toUpperCase())).toEqual({ id, name: 'second' });
  });

  it('sees what was written after it was read', async () => {
    await append(id, 'first');
    expect(await read(id)).toEqual({ id, name: 'first' });
    await append(id, 'second');
    expect(await read(id)).toEqual({ id, name: 'second' });
    expect(await read(id)).toEqual({ id, name: 'second' });
    expect(await read(id, 'p-2')).toBeNull();
  });

  it('is nothing to another partner', async () => {
    await append(id, 'first');
    expect(await read(id, 'p-2')).toBeNull();
  });

  it.each([randomUUID(), 'x', ''])('is nothing under %j', async (unknown) =>
    expect(await read(unknown)).toBeNull(),
  );
});
