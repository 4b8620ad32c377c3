import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { backUpLog } from './sqlite-backup.js';
import { SqliteEventLog } from './sqlite-event-log.js';
import { checkLogFile } from './sqlite-file.js';
import { restoreLog } from './sqlite-restore.js';

const now = new Date('2026-03-02T09:00:00.000Z');
let dir: string;
let path: string;
let copy: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'backup-'));
  path = join(dir, 'events.db');
  copy = join(dir, 'copy.db');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const metadata = { partnerId: 'p', correlationId: '', causationId: '', actor: 'test', at: '' };
const append = async (log: EventLog, streams: number, text = ''): Promise<void> => {
  for (let i = 0; i < streams; i++) {
    const event = () => ({ id: randomUUID(), type: 'Told', data: { text }, metadata });
    await log.append(`told-${randomUUID()}`, 'no_stream', [event(), event()]);
  }
};
/** Creates a closed log of `count` streams with two events each. */
const made = async (streams: number): Promise<void> => {
  const log = SqliteEventLog.open(path);
  await append(log, streams);
  await log.close();
};
const backUp = (force = false, onProgress: (percent: number) => void = () => undefined) =>
  backUpLog(path, copy, { force, onProgress });
const idsOf = (file: string): readonly string[] => {
  const db = new Database(file, { readonly: true });
  const ids = db.prepare<[], string>('SELECT id FROM events ORDER BY position').pluck().all();
  db.close();
  return ids;
};
const spoil = (sql: string): void => {
  const db = new Database(copy);
  db.exec(sql);
  db.close();
};

describe('a backup', () => {
  it('has all events of the log in one file', async () => {
    await made(30);
    expect(await backUp()).toMatchObject({ events: 60, head: '60' });
    expect(idsOf(copy)).toEqual(idsOf(path));
    expect(readdirSync(dir).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
  });
  it('is readable only by its owner', async () => {
    await made(1);
    await backUp();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });
  it('is a snapshot while other processes write, and reports its progress', async () => {
    const log = SqliteEventLog.open(path);
    await append(log, 600, 'x'.repeat(20_000));
    const percents: number[] = [];
    const writing = append(log, 100, 'later');
    const found = await backUp(false, (percent) => percents.push(percent));
    await writing;
    await log.close();
    expect(found.events).toBeGreaterThanOrEqual(1_200);
    expect(found.events).toBeLessThan(1_400);
    expect(idsOf(copy)).toEqual(idsOf(path).slice(0, found.events));
    expect(percents.length).toBeGreaterThan(2);
  });
  it('replaces a file only with force', async () => {
    await made(1);
    writeFileSync(copy, 'precious');
    await expect(backUp()).rejects.toThrow('exists already');
    expect(await backUp(true)).toMatchObject({ events: 2 });
  });
  it('replaces the temporary file of a killed process with the same id', async () => {
    await made(1);
    writeFileSync(`${copy}.${process.pid}`, 'half of a copy');
    writeFileSync(`${copy}.${process.pid}-journal`, 'and its journal');
    expect(await backUp()).toMatchObject({ events: 2 });
    expect(readdirSync(dir).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
  });
  it('requires a log and another path', async () => {
    await expect(backUp()).rejects.toThrow('There is no event log');
    await made(1);
    const options = { force: true, onProgress: () => undefined };
    await expect(backUpLog(path, path, options)).rejects.toThrow('its own backup');
    symlinkSync(dir, join(dir, 'too'));
    const same = backUpLog(path, join(dir, 'too', 'events.db'), options);
    await expect(same).rejects.toThrow('its own backup');
  });
});

describe('a restore', () => {
  it('installs the backup, preserves the old log, and continues its positions', async () => {
    await made(10);
    await backUp();
    const log = SqliteEventLog.open(path);
    await append(log, 5);
    await log.close();
    const later = idsOf(path);
    const { before, ...found } = restoreLog(copy, path, now);
    expect(found).toMatchObject({ events: 20, head: '20', leftBehind: 10 });
    expect(idsOf(path)).toEqual(idsOf(copy));
    expect(idsOf(String(before))).toEqual(later);
    const restored = SqliteEventLog.open(path);
    await append(restored, 1);
    expect(await restored.head()).toBe(32n);
    await restored.close();
  });
  it('of a log without events also continues the positions of the old log', async () => {
    await made(0);
    await backUp();
    await made(3);
    restoreLog(copy, path, now);
    const restored = SqliteEventLog.open(path);
    await append(restored, 1);
    expect(await restored.head()).toBe(8n);
    await restored.close();
  });
  it('includes the journal that a killed process left beside the backup', async () => {
    await made(10);
    const log = SqliteEventLog.open(path);
    await append(log, 5);
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, `${copy}${end}`);
    await log.close();
    expect(restoreLog(copy, path, now)).toMatchObject({ events: 30 });
    expect(idsOf(path)).toHaveLength(30);
    expect(existsSync(`${copy}-wal`)).toBe(true);
    expect(readdirSync(dir).filter((name) => name.includes('restore'))).toEqual([]);
  });
  it('is readable only by its owner, also if others may read the backup', async () => {
    await made(2);
    await backUp();
    chmodSync(copy, 0o644);
    restoreLog(copy, path, now);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
  it('creates a missing file', async () => {
    await made(2);
    await backUp();
    rmSync(path);
    expect(restoreLog(copy, path, now)).toMatchObject({
      events: 4,
      before: null,
      leftBehind: null,
    });
    expect(idsOf(path)).toHaveLength(4);
  });
  it('is rejected while a process uses the log', async () => {
    await made(2);
    await backUp();
    const log = SqliteEventLog.open(path);
    await append(log, 1);
    expect(() => restoreLog(copy, path, now)).toThrow('stop the service first');
    await append(log, 1);
    expect(await log.head()).toBe(8n);
    await log.close();
  });
  it('replaces a damaged log together with its journal', async () => {
    await made(200);
    await backUp();
    truncateSync(path, 5_000);
    writeFileSync(path, 'nonsense'.repeat(100), { flag: 'r+' });
    writeFileSync(`${path}-wal`, 'left over');
    expect(restoreLog(copy, path, now)).toMatchObject({ events: 400 });
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect(checkLogFile(path)).toMatchObject({ events: 400 });
  });
  it.each<[string, () => void, string]>([
    [
      'is not a database',
      () => writeFileSync(copy, 'no database at all'.repeat(50)),
      'is not a SQLite',
    ],
    ['is cut off', () => truncateSync(copy, 20_000), 'is damaged'],
    ['is another database', () => spoil('DROP TABLE events'), 'not an event log'],
    [
      'lacks an event in the middle',
      () => spoil('DELETE FROM events WHERE position = 41'),
      'lacks events of told-',
    ],
    ['is not there', () => rmSync(copy), 'does not exist'],
  ])('refuses a file that %s by its name, and changes nothing', async (_, damage, why) => {
    await made(100);
    await backUp();
    damage();
    const refused = () => restoreLog(copy, path, now);
    expect(refused).toThrow(new RegExp(why));
    expect(refused).toThrow(copy);
    expect(idsOf(path)).toHaveLength(200);
    expect(readdirSync(dir).filter((name) => /restore|before/.test(name))).toEqual([]);
  });
});
