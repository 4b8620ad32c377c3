import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { erasureHash } from '../encryption/erasure-list.js';
import { SqliteKeyTable } from './sqlite-key-table.js';

type Row = { readonly person: string };

/**
 * Returns the people whose keys were destroyed in a file of the embedded log; an empty list for a
 * missing or damaged file.
 */
export const erasedIn = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  try {
    const db = new Database(path, { fileMustExist: true, readonly: true });
    try {
      const sql = 'SELECT person FROM person_keys WHERE wrapped IS NULL';
      return db
        .prepare<[], Row>(sql)
        .all()
        .map(({ person }) => person);
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
};

/**
 * Destroys the keys of people, by id and by hash, in a file that is not in use. Returns the number of
 * keys that the file still had.
 */
export const eraseIn = (
  path: string,
  people: readonly string[],
  hashes: ReadonlySet<string>,
): number => {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('secure_delete = ON');
    db.exec(SqliteKeyTable.schema);
    const stored = db.prepare<[], Row>('SELECT person FROM person_keys WHERE wrapped IS NOT NULL');
    const listed = new Set(people);
    const restored = stored
      .all()
      .filter(({ person }) => listed.has(person) || hashes.has(erasureHash(person)));
    const table = new SqliteKeyTable(db);
    for (const person of [...restored.map((row) => row.person), ...people]) table.destroy(person);
    return restored.length;
  } finally {
    db.close();
  }
};
