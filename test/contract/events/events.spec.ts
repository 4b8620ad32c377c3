import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '#kernel/event-store/stream.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import { MemoryReads, idOf } from '../../support/memory-reads.js';
import { part, readModels } from '../../../apps/features.js';
import { CATALOGUE, catalogue } from './catalogue.js';
import { type EventStream, eventStreams } from './event-streams.js';
import { QUEUE_CATALOGUE, queueCatalogue } from './queues.js';
import { type Sample, sampledCategories, samplesOf, unseenFields } from './samples.js';

const streams = await eventStreams();
const types = streams.flatMap((of) => of.types.map((each) => ({ ...each, of })));
const samples = streams.flatMap((of) => samplesOf(of.category).map((each) => ({ ...each, of })));

const WRITE = 'Run `npm run docs:events`, look at what it wrote, and commit it.';

const recorded = ({ category }: EventStream, { type, data }: Sample): RecordedEvent => ({
  id: 'e-1',
  stream: `${category}-1`,
  type,
  data,
  metadata: { partnerId: 'p-1', correlationId: 'c-1', causationId: 'c-1', actor: 'a', at: '' },
  revision: 1n,
  position: 1n,
});

describe('every type of event', () => {
  it.each(types)('$type has samples that show all its fields', ({ of, type, ...rest }) => {
    const unseen = unseenFields({ type, ...rest }, samplesOf(of.category));
    if (unseen.length > 0)
      throw new Error(`No sample of ${type} shows ${unseen.join(', ')}. ${WRITE}`);
  });

  it.each(types)('$type says what it means', ({ of, type, meaning }) => {
    if (meaning === '')
      throw new Error(`Say what ${type} means, in a doc comment above it in ${of.file}. ${WRITE}`);
  });
});

describe('what was ever written', () => {
  it.each(samples)('$file is still read whole', ({ of, type, data }) => {
    const event = of.stream.parse(type, data);
    expect(event.type).toBe(type);
    expect(asRecorded(event.data)).toMatchObject(data as object);
  });

  it.each(samples)('$file folds into some state that others lead to', ({ of, type, data }) => {
    const event = of.stream.parse(type, data);
    expect(statesOf(of).some((state) => evolved(of, state, event).length > 0)).toBe(true);
  });

  it.each(samples)(
    '$file goes through every read model and workflow',
    async ({ of, ...sample }) => {
      const { metadata, ...event } = recorded(of, sample);
      const reads = await MemoryReads.open(readModels);
      await reads.take({ ...event, metadata: { ...metadata, partnerId: idOf('partner') } });
      expect(await quarantinedEvents(reads.store)).toEqual([]);
      await reads.close();
      for (const policy of part.policies)
        if (policy.category === of.category) policy.jobActions(event);
    },
  );

  it('belongs to streams that exist', () => {
    const categories = streams.map(({ category }) => category);
    expect(sampledCategories().filter((name) => !categories.includes(name))).toEqual([]);
  });
});

describe('the catalogues', () => {
  it('of events is what the schemas say', async () => {
    requireCurrent(CATALOGUE, await catalogue(streams));
  });

  it('of queues is what jobs and workflows say', async () => {
    requireCurrent(QUEUE_CATALOGUE, await queueCatalogue());
  });
});

const requireCurrent = (file: string, wanted: string): void => {
  if (readFileSync(file, 'utf8') !== wanted)
    throw new Error(`${file} is behind the code. ${WRITE}`);
};

const STEPS_MAX = 3;
const known = new Map<string, readonly unknown[]>();

/** What a few samples of a stream, in any order, can make of it. */
const statesOf = (of: EventStream): readonly unknown[] => {
  const found = known.get(of.category) ?? reachable(of);
  known.set(of.category, found);
  return found;
};

const reachable = (of: EventStream): readonly unknown[] => {
  const events = samplesOf(of.category).map(({ type, data }) => of.stream.parse(type, data));
  let last: readonly unknown[] = [of.stream.initial];
  const all = [...last];
  for (let step = 1; step < STEPS_MAX; step++) {
    last = last.flatMap((state) => events.flatMap((event) => evolved(of, state, event)));
    all.push(...last);
  }
  return all;
};

/** Empty when the event has no place there. */
const evolved = ({ stream }: EventStream, state: unknown, event: DomainEvent): unknown[] => {
  try {
    return [stream.evolve(state, event)];
  } catch {
    return [];
  }
};

const asRecorded = (data: object): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  );
