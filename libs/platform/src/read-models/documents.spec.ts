import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { Documents } from './documents.js';
import type { Change } from './projection.js';
import type { Document, Read, ReadModels } from './read-models.js';

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
/** What the read model answers to everybody. */
let answer: () => Promise<Read<Document | null>>;
let documents: Documents;

const missing: Read<null> = { status: 'ready', value: null, position: '9', written: '9' };
const found = (name: string, written = '9'): Read<Document> => ({
  ...missing,
  value: { name },
  written,
});

beforeEach(() => {
  log = new InMemoryEventLog();
  answer = () => Promise.resolve(missing);
  const models = { document: () => answer() } as unknown as ReadModels;
  documents = new Documents(models, log, quiet);
});

const append = async (id: string, ...names: string[]) => {
  const at = new Date().toISOString();
  const metadata = { partnerId: 'p-1', correlationId: 'r', causationId: 'r', actor: 'test', at };
  const events = names.map((name) => ({
    ...{ id: randomUUID(), type: 'Named', data: { id, name }, metadata },
  }));
  await log.append(`thing-${id}`, 'no_stream', events);
};
const read = (id: string, partnerId = 'p-1') => documents.read(partnerId, view, source, id);

describe('a document read by its id', () => {
  const id = randomUUID();

  it('is what the read model has', async () => {
    answer = () => Promise.resolve(found('held'));
    expect(await read(id)).toEqual({ name: 'held' });
  });

  it.each<[string, () => Promise<Read<Document | null>>]>([
    ['lacks it', () => Promise.resolve(missing)],
    ['is behind', () => Promise.resolve(found('earlier', '10'))],
    ['is being built', () => Promise.resolve({ status: 'not_ready' })],
    ['is away', () => Promise.reject(new Error('away'))],
    ['is silent', () => new Promise(() => undefined)],
  ])('is made of its events when the read model %s', async (_, reply) => {
    await append(id, 'first', 'second');
    answer = reply;
    expect(await read(id)).toEqual({ id, name: 'second' });
    expect(await read(id.toUpperCase())).toEqual({ id, name: 'second' });
  });

  it('is nothing to another partner', async () => {
    await append(id, 'first');
    expect(await read(id, 'p-2')).toBeNull();
  });

  it.each([randomUUID(), 'x', ''])('is nothing under %j', async (unknown) =>
    expect(await read(unknown)).toBeNull(),
  );
});
