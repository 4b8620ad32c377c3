import type { Database, Statement } from 'better-sqlite3';
import { SqliteDialect, SqliteQueryCompiler } from 'kysely';
import { LRUCache } from 'lru-cache';

const STATEMENTS_MAX = 500;

/** Returns a function that prepares each statement once. */
export const statementCache = (database: Database): ((text: string) => Statement) => {
  const kept = new LRUCache<string, Statement>({ max: STATEMENTS_MAX });
  return (text) => {
    const statement = kept.get(text) ?? database.prepare(text);
    kept.set(text, statement);
    return statement;
  };
};

/**
 * SQLite dialect of Kysely that caches prepared statements: preparing one takes longer than most
 * queries. SQLite itself prepares a cached statement again after a schema change.
 */
export class CachedStatements extends SqliteDialect {
  constructor(database: Database) {
    super({ database: { prepare: statementCache(database), close: () => database.close() } });
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new Compiler();
  }
}

/** Without the plus sign, SQLite plans a statement again for each value of a parameter. */
class Compiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}
