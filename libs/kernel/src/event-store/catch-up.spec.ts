import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { catchUp, firstEventAfter } from './catch-up.js';
import { InMemoryEventLog } from './in-memory-event-log.js';

const metadata = {
  ...{ partnerId: 'p-1', correlationId: 'c', causationId: 'c', actor: 'a' },
  at: '2026-03-16T12:00:00.000Z',
};

let log: InMemoryEventLog;
let seen: bigint[];
beforeEach(() => {
  log = new InMemoryEventLog();
  seen = [];
});

const append = (count: number) =>
  log.append(
    `counter-${randomUUID()}`,
    'no_stream',
    Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: 'Counted',
      data: {},
      metadata,
    })),
  );
const note = (events: readonly { readonly position: bigint }[]) =>
  void seen.push(...events.map(({ position }) => position));

describe('catching up', () => {
  it('passes every event in order and ends at the end of the log', async () => {
    await append(1_200);
    await catchUp({ log, after: null }, note);
    expect(seen).toEqual(Array.from({ length: 1_200 }, (_, i) => BigInt(i + 1)));
  });

  it('begins after a position', async () => {
    await append(5);
    await catchUp({ log, after: 3n }, note);
    expect(seen).toEqual([4n, 5n]);
  });

  it('ends at once at the end of the log', async () => {
    await catchUp({ log, after: null }, note);
    expect(seen).toEqual([]);
  });

  it('ends when the handler returns enough', async () => {
    await append(1_200);
    await catchUp({ log, after: null }, (events) => {
      note(events);
      return 'enough';
    });
    expect(seen).toHaveLength(500);
  });

  it('reads the next batch after the handler has finished', async () => {
    await append(1_200);
    let isBusy = false;
    await catchUp({ log, after: null }, async () => {
      expect(isBusy).toBe(false);
      isBusy = true;
      await new Promise((done) => setImmediate(done));
      isBusy = false;
    });
  });

  it('throws the error of the handler', () =>
    expect(
      append(1).then(() =>
        catchUp({ log, after: null }, () => Promise.reject(new Error('no store'))),
      ),
    ).rejects.toThrow('no store'));

  it('goes on with new events until the signal aborts', async () => {
    const stop = new AbortController();
    await append(2);
    await catchUp({ log, after: null, signal: stop.signal, isLive: true }, async (events) => {
      note(events);
      if (seen.length === 2) void append(1);
      if (seen.length === 3) stop.abort();
    });
    expect(seen).toEqual([1n, 2n, 3n]);
  });
});

describe('the first event after a position', () => {
  it('is the next one of the log', async () => {
    await append(3);
    expect((await firstEventAfter({ log, after: 1n }))?.position).toBe(2n);
  });
  it('is null at the end of the log', async () => {
    await append(3);
    expect(await firstEventAfter({ log, after: 3n })).toBeNull();
  });
});
