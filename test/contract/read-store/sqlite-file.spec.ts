import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ReadStore } from '#read-models/read-store.js';
import { type Db, ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { TABLES, daySums, eventsOf, placed, sample, summed } from './sample.js';
import { feed, rowsOf, serve } from './subject.js';

const EVENTS = eventsOf(
  Array.from({ length: 4 }, (_, n) => [placed(`${n}`), summed('d', { orders: '1' })]),
);

const allSums = (db: Db) => db.selectFrom('day_sums_v1_g1').selectAll().execute();

/** Several processes with one file, and failures of the file. */
describe('a file of read models', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'read-models-'));
    path = join(folder, 'read-models.db');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const locked = (): Database.Database => {
    const other = new Database(path);
    other.exec('begin immediate');
    return other;
  };

  it('is waited for while another process writes it, and can be read meanwhile', async () => {
    const engine = SqliteEngine.open(path);
    const store = await serve(engine, EVENTS.slice(0, 2));
    const other = locked();
    let isTaken = false;
    const taking = feed(store, EVENTS.slice(2)).then(() => (isTaken = true));
    for (let turn = 0; turn < 5; turn++) {
      // The library's own wait would block the process.
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 2n }] });
    }
    expect(isTaken).toBe(false);
    other.exec('commit');
    await taking;
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    other.close();
    await engine.close();
  });

  it('is unavailable while it stays locked, without a partial batch', async () => {
    const engine = SqliteEngine.open(path);
    const store = await serve(engine, EVENTS.slice(0, 2));
    const before = await rowsOf(store, TABLES);
    const other = locked();
    await expect(feed(store, EVENTS.slice(2))).rejects.toThrow(ReadStoreUnavailable);
    expect(await rowsOf(store, TABLES)).toEqual(before);
    other.exec('rollback');
    other.close();
    await feed(store, EVENTS.slice(2));
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    await engine.close();
  });

  it('is opened and read while another process holds its lock', async () => {
    const engine = SqliteEngine.open(path);
    await serve(engine, EVENTS);
    const other = locked();
    const next = SqliteEngine.open(path);
    expect(await rowsOf(new ReadStore(next, [sample()]), [daySums])).toMatchObject({
      daySums: [{ orders: 4n }],
    });
    other.exec('rollback');
    other.close();
    await Promise.all([engine.close(), next.close()]);
  });

  it('shows every process when something was written, and only then', async () => {
    const [engine, other] = [SqliteEngine.open(path), SqliteEngine.open(path)];
    const store = await serve(engine, EVENTS.slice(0, 2));
    const versions = () => [engine.version(), other.version()];
    const before = versions();
    await rowsOf(new ReadStore(other, [sample()]), TABLES);
    expect(versions()).toEqual(before);
    await feed(store, EVENTS.slice(2));
    const [own, others] = versions();
    expect(own).not.toBe(before[0]);
    expect(others).not.toBe(before[1]);
    await Promise.all([engine.close(), other.close()]);
  });

  it('hides its version during a snapshot', async () => {
    const engine = SqliteEngine.open(path);
    await serve(engine, EVENTS);
    const within = await engine.snapshot(() => Promise.resolve(engine.version()));
    expect(within).toBeNull();
    expect(engine.version()).not.toBeNull();
    await engine.close();
  });

  it('is renamed and rebuilt if it is not a database', async () => {
    const text = 'not a database, but a text that is long enough to be read as one'.repeat(9);
    await writeFile(path, text);
    const engine = SqliteEngine.open(path);
    const store = await serve(engine, EVENTS);
    expect(await rowsOf(store, [daySums])).toMatchObject({ daySums: [{ orders: 4n }] });
    expect(await readFile(`${path}.broken`, 'utf8')).toBe(text);
    await engine.close();
  });

  it.each<[string, (engine: SqliteEngine) => Promise<unknown>]>([
    ['read', (engine) => engine.read(allSums)],
    ['snapshot', (engine) => engine.snapshot(allSums)],
  ])('that is corrupted while it is open is unavailable for a %s', async (_, read) => {
    const engine = SqliteEngine.open(path);
    await serve(engine, EVENTS);
    const other = SqliteEngine.open(path);
    const file = new Database(path);
    file.pragma('wal_checkpoint(TRUNCATE)');
    file.close();
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(7, 4_096), { flag: 'r+' });
    await expect(read(other)).rejects.toThrow(ReadStoreUnavailable);
    await Promise.all([engine.close(), other.close()]);
  });

  it('in a missing folder causes an error', () => {
    const open = () => SqliteEngine.open(join(folder, 'none', 'x.db'));
    expect(open).toThrow(/directory does not exist/);
  });
});
