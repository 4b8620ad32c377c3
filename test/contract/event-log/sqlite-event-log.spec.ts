import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { EventLogUnavailable, WrongExpectedRevision } from '#kernel/event-store/event-log.js';
import { SqliteEventLog } from '#event-log/sqlite/sqlite-event-log.js';
import { follow, idsOf, newEvent, newEvents, newStream, temporaryDirectory } from './subject.js';

describe('the event log in SQLite', () => {
  let directory: ReturnType<typeof temporaryDirectory>;
  let path: string;
  let log: SqliteEventLog;
  let statements: string[];
  let handles: Database.Database[];
  let pragma: string;

  const connect = (file: string, options: Database.Options) => {
    const verbose = (sql?: unknown) => void statements.push(String(sql));
    const db = new Database(file, { ...options, verbose });
    handles.push(db);
    if (pragma !== '') db.pragma(pragma);
    return db;
  };

  const inject = (text: string) => {
    pragma = text;
    handles.at(-1)?.pragma(text);
  };

  const times = (statement: string) => statements.filter((sql) => sql === statement).length;

  beforeEach(() => {
    directory = temporaryDirectory();
    path = join(directory.path, 'events.db');
    [statements, handles, pragma] = [[], [], ''];
    log = SqliteEventLog.open(path, { connect });
  });

  afterEach(async () => {
    await log.close();
    directory.remove();
  });

  it('hands on what it cannot read, and everything after it', async () => {
    const [before, broken, after] = [newEvent(), newEvent(), newEvent()];
    for (const event of [before, broken, after])
      await log.append(newStream(), 'no_stream', [event]);
    handles[0]
      ?.prepare("UPDATE events SET data = '{\"half\":', metadata = 'none' WHERE id = ?")
      .run(broken.id);
    const events = await follow(log, null, ({ length }) => length === 3);
    expect(idsOf(events)).toEqual(idsOf([before, broken, after]));
    expect(events[1]).toMatchObject({ data: '{"half":', metadata: { partnerId: '' } });
    expect(await log.read(events[1]?.stream ?? '')).toHaveLength(1);
  });

  describe('appends of one turn', () => {
    it('share a transaction', async () => {
      statements.length = 0;
      await Promise.all(
        Array.from({ length: 800 }, () => log.append(newStream(), 'no_stream', newEvents(2))),
      );
      expect(times('BEGIN IMMEDIATE')).toBe(1);
      expect(times('COMMIT')).toBe(1);
    });

    it('do not fail for the conflict of one', async () => {
      const [stream, twice] = [newStream(), newEvent()];
      const results = await Promise.allSettled([
        log.append(stream, 'no_stream', newEvents(1)),
        log.append(newStream(), 'no_stream', [twice]),
        log.append(stream, 'no_stream', newEvents(1)),
        log.append(newStream(), 'no_stream', [newEvent(), twice]),
        log.append(stream, 0n, newEvents(1)),
      ]);
      expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
        true,
        true,
        false,
        false,
        true,
      ]);
      expect(await log.read(stream)).toHaveLength(2);
      expect(times('COMMIT')).toBe(2);
    });
  });

  it('sees at each read what another process has appended, within one turn too', async () => {
    const stream = newStream();
    await log.append(stream, 'no_stream', newEvents(1));
    const other = new Database(path);
    const before = log.read(stream);
    other
      .prepare(
        'INSERT INTO events (stream, revision, id, type, data, metadata) SELECT stream, 1, ?, type, data, metadata FROM events WHERE stream = ?',
      )
      .run(randomUUID(), stream);
    const after = log.read(stream);
    other.close();
    expect([(await before).length, (await after).length]).toEqual([1, 2]);
  });

  it('writes nothing when one of the ids is in the log already', async () => {
    const [first, second, event] = [newStream(), newStream(), newEvent()];
    await log.append(first, 'no_stream', [event]);
    await expect(log.append(second, 'no_stream', [newEvent(), event])).rejects.toThrow(
      new WrongExpectedRevision(second, 'no_stream', 'no_stream'),
    );
    await expect(log.append(first, 0n, [newEvent(), event])).rejects.toThrow(WrongExpectedRevision);
    expect(await log.read(second)).toEqual([]);
    expect(await log.read(first)).toHaveLength(1);
  });

  it('keeps positions and revisions beyond 2^53 exact', async () => {
    const [stream, big] = [newStream(), 2n ** 53n + 1n];
    await log.append(newStream(), 'no_stream', newEvents(1));
    handles[0]!.prepare('UPDATE events SET position = ?').run(big);
    handles[0]!.prepare('UPDATE sqlite_sequence SET seq = ?').run(big);
    expect(await log.head()).toBe(big);
    const appended = await log.append(stream, 'no_stream', newEvents(2));
    expect(appended.position).toBe(big + 2n);
    const found = await follow(log, big, (events) => events.length === 2);
    expect(found.map(({ position }) => position)).toEqual([big + 1n, big + 2n]);
  });

  describe('on a disk in trouble', () => {
    it.each([
      ['full', 'max_page_count = 1', 'max_page_count = 1000000'],
      ['read-only', 'query_only = ON', 'query_only = OFF'],
    ])('that is %s it writes nothing, and recovers', async (_, broken, healed) => {
      const [stream, events] = [newStream(), newEvents(40, 'x'.repeat(10_000))];
      await log.append(stream, 'no_stream', newEvents(1));
      inject(broken);
      await expect(log.append(stream, 0n, events)).rejects.toThrow(EventLogUnavailable);
      expect(await log.read(stream)).toHaveLength(1);
      inject(healed);
      expect(await log.append(stream, 0n, events)).toMatchObject({ revision: 40n });
      expect(idsOf((await log.read(stream)).slice(1))).toEqual(idsOf(events));
    });

    it('never mistakes a missing file for an empty log', async () => {
      const stream = newStream();
      await log.append(stream, 'no_stream', newEvents(1));
      for (const name of ['', '-wal', '-shm'])
        if (existsSync(path + name)) renameSync(path + name, `${path}.away${name}`);
      inject('query_only = ON');
      for (let attempt = 0; attempt < 2; attempt++)
        await expect(log.append(stream, 0n, newEvents(1))).rejects.toThrow(EventLogUnavailable);
      await expect(log.read(stream)).rejects.toThrow(EventLogUnavailable);
      pragma = '';
      for (const name of ['', '-wal', '-shm'])
        if (existsSync(`${path}.away${name}`)) renameSync(`${path}.away${name}`, path + name);
      expect(await log.append(stream, 0n, newEvents(1))).toMatchObject({ revision: 1n });
    });
  });

  describe('while another process holds the lock', () => {
    const locked = () => {
      const other = new Database(path);
      other.exec('BEGIN IMMEDIATE');
      return other;
    };

    it('waits without blocking, and appends when it is free', async () => {
      const other = locked();
      const appending = log.append(newStream(), 'no_stream', newEvents(1));
      let settled = false;
      const done = appending.finally(() => (settled = true));
      for (let turn = 0; turn < 10; turn++) await new Promise((next) => setTimeout(next, 10));
      expect(settled).toBe(false);
      other.exec('ROLLBACK');
      expect(await done).toMatchObject({ revision: 0n });
      other.close();
    });

    it('never waits inside of SQLite, where the whole process would', () => {
      const waits = handles.map((db) => db.pragma('busy_timeout', { simple: true }));
      expect(waits).toEqual([0]);
    });

    it('gives up after a while, and reads go on meanwhile', async () => {
      const [stream, events] = [newStream(), newEvents(1)];
      await log.append(newStream(), 'no_stream', newEvents(1));
      const other = locked();
      const appending = log.append(stream, 'no_stream', events);
      expect(await log.head()).toBe(1n);
      await expect(appending).rejects.toThrow(EventLogUnavailable);
      other.exec('ROLLBACK');
      other.close();
      expect(await log.append(stream, 'no_stream', events)).toMatchObject({ revision: 0n });
    });
  });

  it('finishes what was asked for, then closes and ends subscriptions', async () => {
    const subscribed = follow(log, null, () => false);
    const appending = log.append(newStream(), 'no_stream', newEvents(1));
    await log.close();
    expect(await appending).toMatchObject({ revision: 0n });
    await subscribed;
    await expect(log.append(newStream(), 'no_stream', newEvents(1))).rejects.toThrow(
      EventLogUnavailable,
    );
    await expect(log.head()).rejects.toThrow(EventLogUnavailable);
  });

  it('says so when the file cannot be made', () => {
    expect(() => SqliteEventLog.open(join(directory.path, randomUUID(), 'events.db'))).toThrow();
  });
});
