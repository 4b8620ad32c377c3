import type Database from 'better-sqlite3';
import type { StoredKey } from '#kernel/event-store/person-key-store.js';

/** Rows are appended, keep their length and stay, because a split page would leave a copy of a key. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS person_keys (
    number  INTEGER PRIMARY KEY,
    person  TEXT NOT NULL UNIQUE,
    wrapped TEXT
  ) STRICT`;

type Row = { readonly person: string; readonly wrapped: StoredKey };

/** Keys of people in the file of the embedded log. All methods are synchronous. */
export class SqliteKeyTable {
  private readonly one;
  private readonly insert;
  private readonly update;
  private readonly erase;
  private readonly page;

  constructor(private readonly db: Database.Database) {
    this.one = db.prepare<[string], Row>(
      'SELECT person, wrapped FROM person_keys WHERE person = ?',
    );
    this.insert = db.prepare<[string, StoredKey]>(
      'INSERT INTO person_keys (person, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING',
    );
    this.update = db.prepare<[string, string, string]>(
      'UPDATE person_keys SET wrapped = ? WHERE person = ? AND wrapped = ?',
    );
    this.erase = db.prepare<[string]>('UPDATE person_keys SET wrapped = NULL WHERE person = ?');
    this.page = db.prepare<[number, number], Row & { readonly number: number }>(
      'SELECT number, person, wrapped FROM person_keys WHERE number > ? ORDER BY number LIMIT ?',
    );
  }

  static readonly schema = SCHEMA;

  find(people: readonly string[]): ReadonlyMap<string, StoredKey> {
    const rows = people.flatMap((person) => this.one.get(person) ?? []);
    return new Map(rows.map(({ person, wrapped }) => [person, wrapped]));
  }

  /** Returns the key that is stored now. */
  create(person: string, wrapped: string): StoredKey {
    const { changes } = this.insert.run(person, wrapped);
    return changes > 0 ? wrapped : (this.one.get(person)?.wrapped ?? null);
  }

  replace(person: string, before: string, wrapped: string): boolean {
    return this.update.run(wrapped, person, before).changes > 0;
  }

  destroy(person: string): void {
    this.db
      .transaction(() => {
        this.insert.run(person, null);
        this.erase.run(person);
      })
      .immediate();
  }

  /** Empties the write-ahead log of overwritten keys. Returns false if a reader prevents it. */
  cleared(): boolean {
    const [done] = this.db.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
    return done?.busy === 0;
  }

  after(number: number, count: number): readonly (Row & { readonly number: number })[] {
    return this.page.all(number, count);
  }
}
