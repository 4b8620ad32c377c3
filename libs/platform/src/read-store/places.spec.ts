import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { readMark, stands } from '../event-store/log-mark.js';
import { BEGINNING, after, eventsBehind, placeAfter } from './places.js';

const metadata = { partnerId: 'p', correlationId: '', causationId: '', actor: 'test', at: '' };
const { signal } = new AbortController();

const logOf = async (count: number): Promise<InMemoryEventLog> => {
  const log = new InMemoryEventLog();
  for (let n = 0; n < count; n++)
    await log.append(`s-${n}`, 'no_stream', [{ id: randomUUID(), type: 'T', data: {}, metadata }]);
  return log;
};

describe('a place in the log', () => {
  it('begins before the first event', async () => {
    expect(after(BEGINNING)).toBeNull();
    expect(await eventsBehind(await logOf(2), BEGINNING, signal)).toHaveLength(2);
  });

  it('at the first event goes on behind it', () =>
    expect(after({ position: 0n, mark: '' })).toBe(0n));

  it('stays where no event came', () => {
    expect(placeAfter([], BEGINNING)).toBe(BEGINNING);
  });

  it.each([1, 2, 3])(
    'behind %i events goes on with the next one, and tells its log',
    async (taken) => {
      const log = await logOf(3);
      const all = await eventsBehind(log, BEGINNING, signal);
      const place = placeAfter(all.slice(0, taken), BEGINNING);
      expect(await eventsBehind(log, place, signal)).toEqual(all.slice(taken));
      const mark = readMark(place.mark);
      expect(mark !== null && (await stands(log, mark, signal))).toBe(true);
      expect(mark !== null && (await stands(await logOf(3), mark, signal))).toBe(false);
    },
  );

  it('is the same, batch by batch', async () => {
    const all = await eventsBehind(await logOf(4), BEGINNING, signal);
    const first = placeAfter(all.slice(0, 3), BEGINNING);
    expect(placeAfter(all.slice(3), first)).toEqual(placeAfter(all, BEGINNING));
  });

  it('holds a limit of events of a long log', async () => {
    const found = await eventsBehind(await logOf(5_700), BEGINNING, signal);
    expect(found.length).toBeGreaterThanOrEqual(5_000);
    expect(found.length).toBeLessThan(5_600);
  });
});
