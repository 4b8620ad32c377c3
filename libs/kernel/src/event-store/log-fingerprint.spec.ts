import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Batch } from './event-log.js';
import { InMemoryEventLog } from './in-memory-event-log.js';
import { fingerprintOf, markText, parseFingerprint, isSameLog } from './log-fingerprint.js';

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

describe('the mark of a place in a log', () => {
  const marked = async () =>
    fingerprintOf(await firstBatch(await logOf(...ids.slice(0, 4))), null)!;
  it('comes through as text', async () => {
    const mark = await marked();
    expect(parseFingerprint(markText(mark))).toEqual(mark);
    expect(parseFingerprint(markText({ after: null, id: 'x' }))).toEqual({ after: null, id: 'x' });
    expect(parseFingerprint('0e4bb1f5')).toBeNull();
    expect(parseFingerprint('')).toBeNull();
  });
  it.each<[string, readonly string[], boolean]>([
    ['that grew', ids, true],
    ['as it was', ids.slice(0, 4), true],
    ['that ends earlier', ids.slice(0, 3), false],
    ['that gave the position out again', [...ids.slice(0, 3), randomUUID(), ids[3]!], false],
    ['that is empty', [], false],
  ])('in a log %s', async (_, events, expected) =>
    expect(await isSameLog(await logOf(...events), await marked(), signal)).toBe(expected),
  );
  it('is not found by a reader that is aborted', async () =>
    expect(await isSameLog(await logOf(...ids), await marked(), AbortSignal.abort())).toBe(false));
});
