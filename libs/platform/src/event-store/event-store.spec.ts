import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventLog, RecordedEvent } from './event-log.js';
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

/** Counts the reads, and the events that they found. */
const counting = (of: EventLog): EventLog =>
  Object.assign(Object.create(of) as EventLog, {
    read: async (stream: string, from?: bigint): Promise<readonly RecordedEvent[]> => {
      const read = await of.read(stream, from);
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
  it('tells what others have written since', async () => {
    await new EventStore(log).transact(counter, 'a', counted(8), cause);
    expect(await store.loadWithRevision(counter, 'a')).toEqual({ state: 15, revision: 3n });
    expect(events).toBe(1);
  });
  it('is folded anew by those who fold it in another way', async () => {
    const most = { ...counter, evolve: (so: number, { data }: Counted) => Math.max(so, data.by) };
    expect(await store.load(most, 'a')).toBe(4);
    expect(await store.load(counter, 'a')).toBe(7);
  });
  it('is read anew when the log has been put back to an earlier state', async () => {
    const older = new InMemoryEventLog();
    await new EventStore(older).transact(counter, 'a', counted(1), cause);
    Object.assign(log, older);
    await store.transact(counter, 'a', counted(2), cause);
    expect(await store.loadWithRevision(counter, 'a')).toEqual({ state: 3, revision: 1n });
  });
});

describe('a transaction on what was loaded before', () => {
  const double = (total: number) => counted(total)();

  it('reads nothing again', async () => {
    await store.transact(counter, 'a', counted(1), cause);
    const loaded = await store.loadWithRevision(counter, 'a');
    reads = 0;
    const { state } = await store.transact(counter, 'a', double, cause, loaded);
    expect([state, reads]).toEqual([2, 0]);
  });
  it('decides anew when somebody has written since', async () => {
    const loaded = await store.loadWithRevision(counter, 'a');
    await new EventStore(log).transact(counter, 'a', counted(5), cause);
    expect(await store.transact(counter, 'a', double, cause, loaded)).toMatchObject({ state: 10 });
  });
});

describe('what is appended', () => {
  it('has ids in the order of time, so that an index of them grows at its end', async () => {
    for (let by = 1; by <= 20; by++) await store.transact(counter, 'a', counted(by), cause);
    const ids = (await log.read('counter-a')).map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect([...ids].sort()).toEqual(ids);
  });
  it('holds whole numbers as text, however deep they are', async () => {
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

describe('the states that are kept', () => {
  it('are the last used ones', () => {
    const states = new StateCache(2);
    for (const name of ['a', 'b']) states.keep(counter, name, { state: 1, revision: 0n });
    states.find(counter, 'a');
    states.keep(counter, 'c', { state: 1, revision: 0n });
    expect(['a', 'b', 'c'].map((name) => states.find(counter, name) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });
});
