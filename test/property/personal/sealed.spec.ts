import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { NewEvent, RecordedEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import { EncryptedEventLog } from '#event-log/encryption/encrypted-event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { eventsOf } from '../../support/events-of.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import { part, readModels } from '../../../apps/features.js';
import { type EventStream, eventStreams } from '../../contract/events/event-streams.js';
import { samplesOf } from '../../contract/events/samples.js';
import { MemoryReads, idOf } from '../../support/memory-reads.js';
import { runsOf } from '../runs.js';

/** `PERSONAL_RUNS=2000` for the long run, `PERSONAL_SEED=…` to repeat one. */
const RUN = runsOf('PERSONAL', 15);
const TIMEOUT_MS = 30 * 60_000 + RUN.numRuns * 1_000;

const streams = await eventStreams();
const bySource = new Map(streams.map((of) => [of.category, of]));
const samples = streams.flatMap((of) =>
  samplesOf(of.category).map(({ type, data }) => ({ of, type, data: data as Data })),
);
type Data = Readonly<Record<string, unknown>>;
type Sample = (typeof samples)[number];

const fieldsOf = ({ of, type }: Pick<Sample, 'of' | 'type'>): readonly string[] =>
  of.stream.parse.personal?.fields.get(type) ?? [];

const text = fc.string({
  unit: fc.constantFrom('a', 'ß', '😀', '\0', '\ud800', "'", '\\', '\u2028', '$', '"'),
});

/** Any event that was ever written, with any text where it tells of a person. */
const happened = fc
  .tuple(fc.constantFrom(...samples), fc.infiniteStream(text), fc.constantFrom('1', '2'), fc.uuid())
  .map(([sample, texts, who, id]) => {
    const person = sample.of.stream.parse.personal?.person;
    const said = fieldsOf(sample).flatMap((field) => {
      const known = sample.data[field];
      return typeof known === 'string' ? [[field, texts.next().value]] : [];
    });
    const data = {
      ...sample.data,
      ...Object.fromEntries(said),
      ...(person === undefined ? {} : { [person]: idOf(`person ${who}`) }),
    } as Data;
    return { ...sample, data, stream: `${sample.of.category}-${idOf(who)}`, id };
  });
type Happened = typeof happened extends fc.Arbitrary<infer One> ? One : never;

const metadata = {
  partnerId: idOf('partner'),
  correlationId: 'c',
  causationId: 'c',
  actor: 'a',
  at: '2026-03-16T12:00:00.000Z',
};

const newEvent = (one: Happened): NewEvent => {
  const { person } = one.of.stream.parse.personal ?? {};
  const event = { id: one.id, type: one.type, data: one.data, metadata };
  if (person === undefined || fieldsOf(one).length === 0) return event;
  return { ...event, personal: { of: String(one.data[person]), fields: fieldsOf(one) } };
};

const stored = async (history: readonly Happened[]) => {
  const disk = new InMemoryEventLog();
  const keys = new PersonKeys(
    disk.keys,
    new SecretCipher([{ kid: 'k', key: Buffer.alloc(32, 1) }]),
  );
  const log = new EncryptedEventLog(disk, keys);
  for (const one of history) {
    const revision = BigInt((await disk.read(one.stream)).length) - 1n;
    await log.append(one.stream, revision < 0n ? 'no_stream' : revision, [newEvent(one)]);
  }
  return { disk, log };
};

/** The states of all streams; of what does not fold, that it does not. */
const folded = (events: readonly RecordedEvent[]) => {
  const states = new Map<string, unknown>();
  for (const { stream, type, data } of events) {
    const { stream: of } = bySource.get(categoryOf(stream)) as EventStream;
    const before = states.get(stream) ?? of.initial;
    const event = of.parse(type, data);
    states.set(
      stream,
      evolved(() => of.evolve(before, event), before),
    );
  }
  return states;
};

const evolved = (evolve: () => unknown, before: unknown): unknown => {
  try {
    return evolve();
  } catch {
    return before;
  }
};

const parkedBy = async (events: readonly RecordedEvent[]): Promise<number> => {
  const reads = await MemoryReads.open(readModels);
  await reads.take(...events);
  const parked = await quarantinedEvents(reads.store);
  await reads.close();
  for (const event of events)
    for (const policy of part.policies)
      if (policy.category === categoryOf(event.stream)) policy.jobActions(event);
  return parked.length;
};

const check = (property: (history: readonly Happened[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(fc.array(happened, { minLength: 1, maxLength: 25 }), property), {
    ...RUN,
  });

describe(`any history, seed ${RUN.seed}`, () => {
  it(
    'that was sealed and stored opens as it was appended',
    () =>
      check(async (history) => {
        const { log } = await stored(history);
        const events = await eventsOf(log);
        expect(events.map(({ data }) => data)).toEqual(history.map(({ data }) => data));
        const plain = new Map(events.map((event, i) => [event, history[i]!.data]));
        const asPlain = events.map((event) => ({ ...event, data: plain.get(event) }));
        expect(folded(events)).toEqual(folded(asPlain));
      }),
    TIMEOUT_MS,
  );

  it(
    'is read by all without a key, and tells of nobody',
    () =>
      check(async (history) => {
        const { disk, log } = await stored(history);
        const before = await eventsOf(log);
        const parkedBefore = await parkedBy(before);
        for (const who of ['1', '2']) await disk.keys.destroy(idOf(`person ${who}`));
        const events = await eventsOf(log);
        expect(events).toEqual(await eventsOf(log.unopened));
        for (const [i, { data }] of events.entries()) {
          const personal = fieldsOf(history[i]!);
          for (const [name, value] of Object.entries(history[i]!.data))
            expect((data as Data)[name]).toEqual(personal.includes(name) ? null : value);
        }
        expect([...folded(events).keys()]).toEqual([...folded(before).keys()]);
        expect(await parkedBy(events)).toBe(parkedBefore);
      }),
    TIMEOUT_MS,
  );
});
