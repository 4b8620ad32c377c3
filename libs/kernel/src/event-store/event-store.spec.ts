import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { armCrashPoints } from '../crash-points.js';
import { appendDuration, eventsAppended } from '../metrics.js';
import {
  type EventLog,
  EventLogUnavailable,
  type RecordedEvent,
  WrongExpectedRevision,
} from './event-log.js';
import { EventStore } from './event-store.js';
import { InMemoryEventLog } from './in-memory-event-log.js';
import { StateCache } from './state-cache.js';
import type { Stream } from './stream.js';

type Counted = { readonly type: 'Counted'; readonly data: { readonly by: number } };

const counter: Stream<number, Counted> = {
  category: 'counter',
  initial: 0,
  evolve: (total, { data }) => total + data.by,
  parse: (_, data) => ({ type: 'Counted', data: data as Counted['data'] }),
};
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const counted = (by: number) => (): readonly Counted[] => [{ type: 'Counted', data: { by } }];

let log: InMemoryEventLog;
let reads: number;
let events: number;
let store: EventStore;

/** Counts the reads and the events that they return. */
const counting = (of: EventLog): EventLog =>
  Object.assign(Object.create(of) as EventLog, {
    read: async (...asked: Parameters<EventLog['read']>): Promise<readonly RecordedEvent[]> => {
      const read = await of.read(...asked);
      reads += 1;
      events += read.length;
      return read;
    },
  });

beforeEach(() => {
  log = new InMemoryEventLog();
  [reads, events] = [0, 0];
  store = new EventStore(counting(log));
});

describe('a stream that was loaded before', () => {
  beforeEach(async () => {
    for (const by of [1, 2, 4]) await store.transact(counter, 'a', counted(by), cause);
    await store.load(counter, 'a');
    events = 0;
  });

  it('is not read again', async () => {
    expect(await store.loadWithRevision(counter, 'a')).toMatchObject({ state: 7, revision: 2n });
    expect(events).toBe(0);
  });
  it('is not read again after an append by this process', async () => {
    await store.transact(counter, 'a', counted(8), cause);
    expect(await store.loadWithRevision(counter, 'a')).toMatchObject({ state: 15, revision: 3n });
    expect(events).toBe(0);
  });
  it('is read from its cached revision after an append of personal fields', async () => {
    const personal = { person: 'by', fields: new Map([['Counted', ['by']]]) };
    const parse = Object.assign(counter.parse.bind(null), { personal });
    const named = { ...counter, parse, decryptsPersonal: false };
    const by = () => [{ type: 'Counted', data: { by: 'u-1' } }] as unknown as readonly Counted[];
    await store.load(named, 'a');
    events = 0;
    await store.transact(named, 'a', by, cause);
    await store.load(named, 'a');
    expect(events).toBe(1);
  });
  it('returns the state after its first event', async () => {
    expect(await store.loadFirst(counter, 'a')).toBe(1);
    expect(await store.loadFirst(counter, 'none')).toBe(counter.initial);
  });
  it('contains later events of other processes', async () => {
    await new EventStore(log).transact(counter, 'a', counted(8), cause);
    expect(await store.loadWithRevision(counter, 'a')).toEqual({ state: 15, revision: 3n });
    expect(events).toBe(1);
  });
  it('is read from its cached revision after a conflict', async () => {
    const append = log.append.bind(log);
    jest.spyOn(log, 'append').mockImplementationOnce(async (...ours) => {
      await new EventStore(log).transact(counter, 'a', counted(8), cause);
      return append(...ours);
    });
    expect(await store.transact(counter, 'a', counted(16), cause)).toMatchObject({ state: 31 });
    expect(events).toBe(1);
  });
  it('is folded again by another stream definition', async () => {
    const most = { ...counter, evolve: (so: number, { data }: Counted) => Math.max(so, data.by) };
    expect(await store.load(most, 'a')).toBe(4);
    expect(await store.load(counter, 'a')).toBe(7);
  });
  it('is read again after a restore of the log', async () => {
    const older = new InMemoryEventLog();
    await new EventStore(older).transact(counter, 'a', counted(1), cause);
    Object.assign(log, older);
    await store.transact(counter, 'a', counted(2), cause);
    expect(await store.loadWithRevision(counter, 'a')).toMatchObject({ state: 3, revision: 1n });
  });
});

describe('an event that does not fit its schema', () => {
  const strict = {
    ...counter,
    parse: (type: string, data: unknown) => {
      if (typeof (data as Counted['data']).by !== 'number') throw new Error('by is not a number');
      return counter.parse(type, data);
    },
  };
  it.each<[string, unknown]>([
    ['a function', Object],
    ['a text', '1'],
    ['nothing', undefined],
  ])('such as %s is not appended', async (_, by) => {
    const appending = store.transact(strict, 'a', counted(by as number), cause);
    await expect(appending).rejects.toThrow('Counted does not fit its schema');
    expect(await log.read('counter-a')).toEqual([]);
  });
});

describe('a transaction on a loaded state', () => {
  const double = (total: number) => counted(total)();

  it('does not read', async () => {
    await store.transact(counter, 'a', counted(1), cause);
    const loaded = await store.loadWithRevision(counter, 'a');
    reads = 0;
    const { state } = await store.transact(counter, 'a', double, cause, loaded);
    expect([state, reads]).toEqual([2, 0]);
  });
  it('decides again after an append by another process', async () => {
    const loaded = await store.loadWithRevision(counter, 'a');
    await new EventStore(log).transact(counter, 'a', counted(5), cause);
    expect(await store.transact(counter, 'a', double, cause, loaded)).toMatchObject({ state: 10 });
  });
});

describe('a transaction on a cached stream', () => {
  const once = (total: number) => (total < 4 ? counted(4)() : []);
  const refused = (total: number) => {
    if (total < 4) throw new Error('too little');
    return counted(1)();
  };

  beforeEach(async () => {
    await store.transact(counter, 'a', counted(1), cause);
    await store.load(counter, 'a');
    reads = 0;
  });

  it('does not read, and the next one neither', async () => {
    await store.transact(counter, 'a', counted(2), cause);
    expect(await store.transact(counter, 'a', counted(4), cause)).toMatchObject({ state: 7 });
    expect(reads).toBe(0);
  });
  it('appends nothing or is rejected only on the state of the log', async () => {
    await new EventStore(log).transact(counter, 'a', counted(5), cause);
    expect(await store.transact(counter, 'a', refused, cause)).toMatchObject({ state: 7 });
    expect(await store.transact(counter, 'a', once, cause)).toMatchObject({ state: 7, events: [] });
  });
  it('decides again on the state of the log after a conflict', async () => {
    await new EventStore(log).transact(counter, 'a', counted(5), cause);
    expect(await store.transact(counter, 'a', once, cause)).toMatchObject({ state: 6, events: [] });
    expect(reads).toBe(1);
  });
});

describe('the last metadata of a stream', () => {
  it('is cached by the process that appended the last event, and read by another', async () => {
    await store.transact(counter, 'a', counted(1), cause);
    reads = 0;
    expect(await store.lastMetadata('counter-a')).toMatchObject(cause);
    expect(reads).toBe(0);
    expect(await new EventStore(log).lastMetadata('counter-a')).toMatchObject(cause);
    expect(await store.lastMetadata('counter-b')).toBeUndefined();
  });
});

describe('an appended event', () => {
  it('has a time-ordered id, so that its index grows at the end', async () => {
    for (let by = 1; by <= 20; by++) await store.transact(counter, 'a', counted(by), cause);
    const ids = (await log.read('counter-a')).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect([...ids].sort()).toEqual(ids);
  });
  it('stores bigints as text at every depth', async () => {
    const data = {
      amount: 2n ** 63n,
      fees: [{ flat: 1n }],
      count: 1,
      none: null,
      absent: undefined,
    };
    const paid = { type: 'Paid', data };
    await store.transact({ ...counter, evolve: () => 0 }, 'a', () => [paid as never], cause);
    expect((await log.read('counter-a'))[0]?.data).toEqual({
      ...{ amount: '9223372036854775808', fees: [{ flat: '1' }], count: 1, none: null },
    });
  });
});

describe('the cached states', () => {
  it('are the last used states', () => {
    const states = new StateCache(2);
    for (const name of ['a', 'b']) states.set(counter, name, { state: 1, revision: 0n });
    states.get(counter, 'a');
    states.set(counter, 'c', { state: 1, revision: 0n });
    expect(['a', 'b', 'c'].map((name) => states.get(counter, name) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });
  it('belong to the stream that was set last', () => {
    const states = new StateCache();
    const other = { ...counter };
    for (const stream of [other, counter]) states.set(stream, 'a', { state: 1, revision: 0n });
    expect([counter, other].map((stream) => states.get(stream, 'a') !== null)).toEqual([
      true,
      false,
    ]);
    states.delete('a');
    expect(states.get(counter, 'a')).toBeNull();
  });
});

describe('a transaction that fails', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Causes a conflict at each of `times` attempts. An attempt takes half a second. */
  const outrun = async (times: number) => {
    let tries = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => tries * 500);
    const append = log.append.bind(log);
    jest.spyOn(log, 'append').mockImplementation(async (stream, expected, ours) => {
      if (++tries > times) return append(stream, expected, ours);
      throw new WrongExpectedRevision(stream, expected, 7n);
    });
    const transacting = store.transact(counter, 'a', counted(1), cause);
    const outcome = await transacting.catch((error: unknown) => (error as Error).name);
    return { tries, outcome };
  };

  it('with a conflict is retried at once, and pauses before every other retry', async () => {
    const pauses = jest.spyOn(Math, 'random');
    await outrun(3);
    expect(pauses).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['decides again for two seconds', 3, 4, { events: counted(1)(), state: 1 }],
    ['gives up after that', 4, 4, 'WrongExpectedRevision'],
  ])('with a conflict %s', async (_, times, tries, outcome) =>
    expect(await outrun(times)).toMatchObject({ tries, outcome }),
  );

  it.each([
    ['the log is unavailable', new EventLogUnavailable('no answer')],
    ['the log fails', new Error('broken')],
  ])('because %s is not retried', async (_, failure) => {
    const append = jest.spyOn(log, 'append').mockRejectedValueOnce(failure);
    await expect(store.transact(counter, 'a', counted(1), cause)).rejects.toBe(failure);
    expect(append).toHaveBeenCalledTimes(1);
  });
});

describe('fifty transactions on one stream at once', () => {
  const fifty = (stores: readonly EventStore[]) =>
    Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        stores[i % stores.length]!.transact(counter, 'a', counted(1), cause),
      ),
    );

  it('run one by one in one process, without a conflict', async () => {
    const append = jest.spyOn(log, 'append');
    await fifty([store]);
    expect(append).toHaveBeenCalledTimes(50);
    expect(await store.load(counter, 'a')).toBe(50);
  });
  it('all succeed in two processes', async () => {
    await fifty([store, new EventStore(log)]);
    expect(await store.load(counter, 'a')).toBe(50);
  });
  it('do not wait for transactions on another stream', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = store.write(counter, 'a', () => held);
    await store.transact(counter, 'b', counted(1), cause);
    release();
    await first;
  });
});

it('a decision to append nothing returns the state and does not change the log', async () => {
  await store.transact(counter, 'a', counted(3), cause);
  expect(await store.transact(counter, 'a', () => [], cause)).toEqual({
    events: [],
    state: 3,
    recorded: null,
  });
  expect(await log.head()).toBe(1n);
});

it('a transaction returns a single event as the log stores it', async () => {
  const both = () => [...counted(1)(), ...counted(2)()];
  expect((await store.transact(counter, 'a', both, cause)).recorded).toBeNull();
  expect((await store.transact(counter, 'a', () => [], cause)).recorded).toBeNull();
  const { recorded } = await store.transact(counter, 'a', counted(4), cause);
  expect(recorded).toEqual((await log.read('counter-a')).at(-1));
});

describe('an append', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('stores cause and time, and no trace without tracing', async () => {
    jest.useFakeTimers({ now: new Date('2031-02-03T04:05:06.789Z') });
    const append = jest.spyOn(log, 'append');
    await store.transact(counter, 'a', counted(1), cause);
    const metadata = append.mock.calls[0]?.[2].map((event) => event.metadata);
    expect(metadata).toStrictEqual([{ ...cause, at: '2031-02-03T04:05:06.789Z' }]);
  });
  it('counts its events by type', async () => {
    eventsAppended.reset();
    await store.transact(counter, 'a', () => [...counted(1)(), ...counted(2)()], cause);
    expect((await eventsAppended.get()).values).toMatchObject([
      { labels: { type: 'Counted' }, value: 2 },
    ]);
  });
  it.each([
    ['appended', null],
    ['conflict', new WrongExpectedRevision('counter-a', 'no_stream', 0n)],
    ['unavailable', new EventLogUnavailable('no answer')],
    ['failed', new Error('broken')],
  ])('is measured in seconds with its outcome: %s', async (outcome, failure) => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const observed = jest.spyOn(appendDuration, 'observe');
    const append = log.append.bind(log);
    jest.spyOn(log, 'append').mockImplementation(async (...ours) => {
      await Promise.resolve();
      clock.mockReturnValue(1_250);
      if (failure !== null) throw failure;
      return append(...ours);
    });
    const empty = { state: 0, revision: 'no_stream' } as const;
    const appending = store.appendTo(counter, 'a', empty, counted(1)(), cause);
    expect((await Promise.allSettled([appending]))[0]).toMatchObject(
      failure === null ? { value: { state: 1 } } : { reason: failure },
    );
    expect(observed.mock.calls).toEqual([[{ outcome }, 0.25]]);
  });
});

describe('the crash points of an append', () => {
  const folder = mkdtempSync(join(tmpdir(), 'append-'));
  beforeEach(() => {
    for (const point of ['appending', 'appended'])
      writeFileSync(join(folder, `test.log.${point}`), 'block:0');
    armCrashPoints(folder, 'test');
  });
  afterEach(() => armCrashPoints(null, 'test'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are before and after it', async () => {
    const append = log.append.bind(log);
    let during: readonly string[] = [];
    jest.spyOn(log, 'append').mockImplementation((...ours) => {
      during = readdirSync(folder);
      return append(...ours);
    });
    await store.transact(counter, 'a', counted(1), cause);
    expect([during, readdirSync(folder)]).toEqual([['test.log.appended'], []]);
  });
});
