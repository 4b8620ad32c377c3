import type { Database, Statement } from 'better-sqlite3';
import { SqliteDialect, SqliteQueryCompiler } from 'kysely';
import { LRUCache } from 'lru-cache';

const STATEMENTS_MAX = 500;

/**
 * Kysely's SQLite with statements that are kept between runs: preparing one takes longer than most
 * queries do. SQLite itself looks at the tables again where they have changed meanwhile.
 */
export class KeptStatements extends SqliteDialect {
  constructor(database: Database) {
    const kept = new LRUCache<string, Statement>({ max: STATEMENTS_MAX });
    const prepare = (text: string): Statement => {
      const statement = kept.get(text) ?? database.prepare(text);
      kept.set(text, statement);
      return statement;
    };
    super({ database: { prepare, close: () => database.close() } });
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new Compiler();
  }
}

/** SQLite plans a statement anew for each value of a parameter that stands alone. */
class Compiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}
