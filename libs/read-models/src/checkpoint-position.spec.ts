import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import { isSameLog } from '#kernel/event-store/log-fingerprint.js';
import { BEGINNING, after, checkpointAfter } from './checkpoint-position.js';
import type { Checkpoint } from './checkpoints.js';

const metadata = { partnerId: 'p', correlationId: '', causationId: '', actor: 'test', at: '' };
const { signal } = new AbortController();

const eventsBehind = async (log: InMemoryEventLog, place: Checkpoint) => {
  const found: RecordedEvent[] = [];
  await catchUp({ log, after: after(place) }, (events) => void found.push(...events));
  return found;
};

const logOf = async (count: number): Promise<InMemoryEventLog> => {
  const log = new InMemoryEventLog();
  for (let n = 0; n < count; n++)
    await log.append(`s-${n}`, 'no_stream', [{ id: randomUUID(), type: 'T', data: {}, metadata }]);
  return log;
};

describe('a checkpoint', () => {
  it('begins before the first event', async () => {
    expect(after(BEGINNING)).toBeNull();
    expect(await eventsBehind(await logOf(2), BEGINNING)).toHaveLength(2);
  });

  it('at the first event continues after that event', () =>
    expect(after({ position: 0n, mark: '' })).toBe(0n));

  it('stays the same without events', () => {
    expect(checkpointAfter([], BEGINNING)).toBe(BEGINNING);
  });

  it.each([1, 2, 3])(
    'after %i events continues with the next event, and identifies its log',
    async (taken) => {
      const log = await logOf(3);
      const all = await eventsBehind(log, BEGINNING);
      const place = checkpointAfter(all.slice(0, taken), BEGINNING);
      expect(await eventsBehind(log, place)).toEqual(all.slice(taken));
      expect(await isSameLog(log, place.mark, signal)).toBe(true);
      expect(await isSameLog(await logOf(3), place.mark, signal)).toBe(false);
    },
  );

  it('is the same with several batches', async () => {
    const all = await eventsBehind(await logOf(4), BEGINNING);
    const first = checkpointAfter(all.slice(0, 3), BEGINNING);
    expect(checkpointAfter(all.slice(3), first)).toEqual(checkpointAfter(all, BEGINNING));
  });
});
