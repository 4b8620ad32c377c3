import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SqliteEngine } from './sqlite-engine.js';
import { vacuum } from './vacuum.js';

const NAME = 'Przybylski of Quarterstaff Crescent';

let folder: string;
let path: string;
let engine: SqliteEngine;

const isThere = () =>
  readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(NAME));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vacuum-'));
  path = join(folder, 'read-models.db');
  engine = SqliteEngine.open(path);
  const db = new Database(path);
  db.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)');
  const insert = db.prepare('INSERT INTO people (name) VALUES (?)');
  for (let i = 0; i < 200; i++) insert.run(i % 7 === 3 ? `${NAME} ${i}` : 'somebody else');
  db.exec(`UPDATE people SET name = NULL WHERE name LIKE '${NAME}%'`);
  db.close();
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

describe('the files of the embedded read models', () => {
  it('contain no overwritten values after a scrub', async () => {
    expect(isThere()).toBe(true);
    await engine.scrub();
    expect(isThere()).toBe(false);
  });

  it('wait for readers', async () => {
    const reader = new Database(path);
    const rows = reader.prepare('SELECT * FROM people').iterate();
    rows.next();
    await expect(vacuum(path)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    rows.return?.();
    reader.close();
    await vacuum(path);
  });

  it('report an error when they cannot be written', async () => {
    const code: unknown = expect.stringMatching(/^SQLITE_(?!BUSY)/);
    await expect(vacuum(folder)).rejects.toMatchObject({ code });
  });
});
