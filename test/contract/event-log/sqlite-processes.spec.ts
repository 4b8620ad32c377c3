import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SqliteEventLog } from '#event-log/sqlite/sqlite-event-log.js';
import {
  type Child,
  ended,
  runTypeScript,
} from '../../support/typescript-child/typescript-child.js';
import { follow, idsOf, newEvents, newStream, temporaryDirectory } from './subject.js';

const CHILD = new URL('./appending-child.ts', import.meta.url);
const NEVER_MS = 1_000_000;

describe('several processes on one SQLite event log', () => {
  let directory: ReturnType<typeof temporaryDirectory>;
  let path: string;
  let children: Child[];

  beforeEach(() => {
    directory = temporaryDirectory();
    path = join(directory.path, 'events.db');
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map(ended));
    directory.remove();
  });

  const run = (appends: number, atOnce: number): Child => {
    const child = runTypeScript(CHILD, path, String(appends), String(atOnce));
    children.push(child);
    return child;
  };

  /** The ids that the child reports as kept, until it ends or `enough` of them are there. */
  const kept = async (child: Child, enough = Infinity): Promise<string[]> => {
    const ids: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      ids.push(line);
      if (ids.length === enough) child.kill('SIGKILL');
    }
    return ids;
  };

  it.each([
    ['by the wake file', NEVER_MS, false],
    ['by looking now and then', 50, true],
  ])('another process wakes a subscriber %s', async (_, pollMs, withoutFile) => {
    const log = SqliteEventLog.open(path, { pollMs });
    const following = follow(log, null, (events) => events.length === 20);
    await log.append(newStream(), 'no_stream', newEvents(1));
    await log.read(newStream());
    if (withoutFile) rmSync(`${path}-wake`);
    const ids = await kept(run(19, 1));
    expect(idsOf((await following).slice(1))).toEqual(ids);
    await log.close();
  });

  it('all append at once and nothing is lost, doubled or out of order', async () => {
    const writers = [run(400, 8), run(400, 8), run(400, 8)];
    const ids = (await Promise.all(writers.map((child) => kept(child)))).flat();
    expect(await Promise.all(writers.map(ended))).toEqual([0, 0, 0]);
    const log = SqliteEventLog.open(path);
    const events = await follow(log, null, (_, caughtUp) => caughtUp);
    expect(idsOf(events).sort()).toEqual(ids.sort());
    expect(ids).toHaveLength(1_200);
    await log.close();
  });

  it('a killed one loses nothing that it was told is kept', async () => {
    const survivor = SqliteEventLog.open(path);
    for (const [round, enough] of [40, 300, 777].entries()) {
      const child = run(100_000, 16);
      const ids = await kept(child, enough);
      expect(await ended(child)).toBe('SIGKILL');
      const reopened = SqliteEventLog.open(path);
      for (const log of [survivor, reopened]) {
        const events = await follow(log, null, (_, caughtUp) => caughtUp);
        const found = new Set(idsOf(events));
        expect(found.size).toBe(events.length);
        expect(ids.filter((id) => !found.has(id))).toEqual([]);
        expect(ids.length).toBeGreaterThanOrEqual(enough);
      }
      await reopened.close();
      expect(await survivor.append(`after-${round}`, 'no_stream', newEvents(1))).toMatchObject({
        revision: 0n,
      });
    }
    await survivor.close();
  });
});
