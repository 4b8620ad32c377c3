import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { CachedStatements } from './cached-statements.js';

let folder: string;
let file: Database.Database;
let other: Database.Database;
let db: Kysely<{ t: { readonly id: string; readonly n: number } }>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerage-kept-'));
  [file, other] = [new Database(join(folder, 'a.db')), new Database(join(folder, 'a.db'))];
  file.pragma('journal_mode = WAL');
  file.exec(`create table t (id text, n integer); insert into t values ('a', 1), ('b', 2)`);
  db = new Kysely({ dialect: new CachedStatements(file) });
});
afterEach(async () => {
  other.close();
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const rowsOf = (id: string) =>
  db.selectFrom('t').selectAll().where('id', '=', id).orderBy('n').limit(5).execute();

describe('a cached statement', () => {
  it('is prepared once and run with each value', async () => {
    const prepare = jest.spyOn(file, 'prepare');
    expect([await rowsOf('a'), await rowsOf('b'), await rowsOf('c')]).toEqual([
      [{ id: 'a', n: 1 }],
      [{ id: 'b', n: 2 }],
      [],
    ]);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('sees writes of another connection, and another table under the same name', async () => {
    await rowsOf('a');
    other.exec(`insert into t values ('a', 0)`);
    expect(await rowsOf('a')).toHaveLength(2);
    other.exec(`create table u (more text, n integer, id text);
      insert into u values ('new', 7, 'a'); drop table t; alter table u rename to t`);
    expect(await rowsOf('a')).toEqual([{ more: 'new', n: 7, id: 'a' }]);
  });

  it('fails while the table is missing, and works again afterwards', async () => {
    await rowsOf('a');
    other.exec('drop table t');
    await expect(rowsOf('a')).rejects.toThrow('no such table: t');
    other.exec(`create table t (id text, n integer); insert into t values ('a', 3)`);
    expect(await rowsOf('a')).toEqual([{ id: 'a', n: 3 }]);
  });
});
