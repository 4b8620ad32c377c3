import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Batch } from './event-log.js';
import { InMemoryEventLog } from './in-memory-event-log.js';
import { isSameLog, markOf } from './log-fingerprint.js';

const { signal } = new AbortController();
const metadata = { partnerId: 'p', correlationId: '', causationId: '', actor: 'test', at: '' };
const ids = Array.from({ length: 5 }, () => randomUUID());
const logOf = async (...events: readonly string[]) => {
  const log = new InMemoryEventLog();
  for (const id of events)
    await log.append(`s-${id}`, 'no_stream', [{ id, type: 'T', data: {}, metadata }]);
  return log;
};
const firstBatch = async (log: InMemoryEventLog): Promise<Batch['events']> => {
  for await (const { events } of log.subscribe(null, signal)) return events;
  return [];
};

describe('the mark of a position in a log', () => {
  const marked = async () => markOf(await firstBatch(await logOf(...ids.slice(0, 4))), null)!;
  it('names the position before the event, and the event', async () => {
    const all = await firstBatch(await logOf(...ids));
    expect(markOf(all.slice(0, 1), null)).toBe(`/${ids[0]}`);
    expect(markOf(all.slice(1, 2), 1n)).toBe(`1/${ids[1]}`);
    expect(markOf(all, null)).toBe(`4/${ids[4]}`);
    expect(markOf([], 1n)).toBeNull();
  });
  it.each(['', '0e4bb1f5'])('is null for %j', async (text) =>
    expect(await isSameLog(await logOf(...ids), text, signal)).toBeNull(),
  );
  it.each<[string, readonly string[], boolean]>([
    ['that grew', ids, true],
    ['as it was', ids.slice(0, 4), true],
    ['that ends earlier', ids.slice(0, 3), false],
    ['that gave the position out again', [...ids.slice(0, 3), randomUUID(), ids[3]!], false],
    ['that is empty', [], false],
  ])('in a log %s', async (_, events, expected) =>
    expect(await isSameLog(await logOf(...events), await marked(), signal)).toBe(expected),
  );
  it('does not match after an abort', async () =>
    expect(await isSameLog(await logOf(...ids), await marked(), AbortSignal.abort())).toBe(false));
});
